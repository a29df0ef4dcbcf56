import type { StreamState } from '../../../sdk/src/node.ts';
import { plain } from '../client/notices/plain.ts';

interface Notices {
  readonly tell: (line: string) => void;
  /** Where the data come from, with each connection. */
  readonly tellSource: (source: string | undefined) => void;
}

/** Codes after which the stream mostly ends, or asks for another token at once: 1008 is a token that was refused. */
const REFUSALS = new Set([1002, 1003, 1007, 1008, 1009, 1010]);

/**
 * What is said of the connection to one who sees no table: once an outage, also of the attempt that was the first. Of a refusal
 * nothing is said until the next attempt has failed too: where there is none, the command ends and says why.
 */
export function connectionNotices({ tell, tellSource }: Notices): (state: StreamState) => void {
  let [wasConnected, isOut] = [false, false];
  let refusal: StreamState['lastClose'];
  return ({ connected, lastClose, source }) => {
    if (connected) {
      tellSource(source);
      if (isOut) tell(wasConnected ? 'connected again' : 'connected');
      [wasConnected, isOut, refusal] = [true, false, undefined];
    } else if (lastClose && !isOut && lastClose !== refusal) {
      const isFirst = refusal === undefined;
      if (isFirst && REFUSALS.has(lastClose.code)) {
        refusal = lastClose;
        return;
      }
      isOut = true;
      const why = `${lastClose.code}${lastClose.reason && `: ${plain(lastClose.reason)}`}`;
      tell(
        wasConnected
          ? `the connection was closed (${why}): connecting again`
          : `the stream cannot be connected to (${why}): trying again`,
      );
    }
  };
}
