import type { StreamState } from '../../../sdk/src/node.ts';
import { plain } from '../client/plain.ts';

interface Notices {
  readonly tell: (line: string) => void;
  /** Where the data come from, with each connection. */
  readonly tellSource: (source: string | undefined) => void;
}

/** What is said of the connection to one who sees no table: once an outage, also of the attempt that was the first. */
export function connectionNotices({ tell, tellSource }: Notices): (state: StreamState) => void {
  let [wasConnected, isOut] = [false, false];
  return ({ connected, lastClose, source }) => {
    if (connected) {
      tellSource(source);
      if (isOut) tell(wasConnected ? 'connected again' : 'connected');
      [wasConnected, isOut] = [true, false];
    } else if (lastClose && !isOut) {
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
