import type { StreamState } from '../../../sdk/src/node.ts';
import { plain } from '../client/notices/plain.ts';

type Close = NonNullable<StreamState['lastClose']>;

/** Why there is no connection: how the last one ended, and apart from that how the last attempt to replace it failed. */
export interface Outage {
  readonly ended?: Close | undefined;
  readonly attempt?: Close | undefined;
}

/** Follows the states of a stream, of which each has the newest close alone. */
export class OutageLog {
  #current: Outage = {};
  #wasConnected = false;
  #heard: Close | undefined;

  /** Nothing while there is a connection. */
  get current(): Outage {
    return this.#current;
  }

  hear({ connected, lastClose }: Pick<StreamState, 'connected' | 'lastClose'>): void {
    if (connected) {
      this.#current = {};
      this.#wasConnected = true;
      this.#heard = lastClose;
    } else if (lastClose && lastClose !== this.#heard) {
      this.#heard = lastClose;
      const isOfConnection = this.#wasConnected;
      this.#wasConnected = false;
      this.#current = isOfConnection ? { ended: lastClose } : { ...this.#current, attempt: lastClose };
    }
  }
}

/** Empty before anything is known. */
export function outageText({ ended, attempt }: Outage): string {
  return [...(ended ? [endWords(ended)] : []), ...(attempt ? [attemptWords(attempt)] : [])].join('; ');
}

/** Of docs/use/websocket.md. */
const ENDS: ReadonlyMap<number, string> = new Map([
  [1000, 'closed by the service'],
  [1001, 'closed by the service'],
  [1006, 'the connection broke'],
  [1011, 'the service failed'],
  [1012, 'the service restarts'],
  [1013, 'read too slowly'],
]);

function endWords(close: Close): string {
  return ENDS.get(close.code) ?? codeText(close);
}

/** By the names that systems have for what keeps a connection from being made. */
const ATTEMPTS: readonly (readonly [part: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'no such host'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, 'out of reach'],
];

function attemptWords(close: Close): string {
  const { code, reason } = close;
  const words = ATTEMPTS.find(([part]) => part.test(reason))?.[1];
  if (words !== undefined) return words;
  if (code !== 1006) return endWords(close);
  return reason === '' ? 'out of reach' : plain(reason);
}

function codeText({ code, reason }: Close): string {
  return reason === '' ? `closed with ${code}` : `closed with ${code}: ${plain(reason)}`;
}

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
