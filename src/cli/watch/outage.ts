import type { StreamState } from '../../../sdk/src/node.ts';
import { plain } from '../client/notices/plain.ts';

type Close = NonNullable<StreamState['lastClose']>;

/**
 * Why there is no connection: how the last one ended, and separately why the last attempt to reconnect
 * failed.
 */
export interface Outage {
  readonly ended?: Close | undefined;
  readonly attempt?: Close | undefined;
}

/** Tracks outages from the states of a stream; a state only has its newest close. */
export class OutageLog {
  #current: Outage = {};
  #wasConnected = false;
  #reported: Close | undefined;

  /** Empty while connected. */
  get current(): Outage {
    return this.#current;
  }

  update({ connected, lastClose }: Pick<StreamState, 'connected' | 'lastClose'>): void {
    if (connected) {
      this.#current = {};
      this.#wasConnected = true;
      this.#reported = lastClose;
    } else if (lastClose && lastClose !== this.#reported) {
      this.#reported = lastClose;
      const isOfConnection = this.#wasConnected;
      this.#wasConnected = false;
      this.#current = isOfConnection ? { ended: lastClose } : { ...this.#current, attempt: lastClose };
    }
  }
}

/** Empty if nothing is known yet. */
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
  [1013, 'closed for reading too slowly'],
]);

function endWords(close: Close): string {
  return ENDS.get(close.code) ?? codeText(close);
}

/** By system error codes for failed connections. */
const ATTEMPTS: readonly (readonly [part: RegExp, words: string])[] = [
  [/ECONNREFUSED/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'no such host'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
];

function attemptWords(close: Close): string {
  const { code, reason } = close;
  const words = ATTEMPTS.find(([part]) => part.test(reason))?.[1];
  if (words !== undefined) return words;
  if (code !== 1006) return endWords(close);
  return reason === '' ? 'unreachable' : plain(reason);
}

function codeText({ code, reason }: Close): string {
  return reason === '' ? `closed with ${code}` : `closed with ${code}: ${plain(reason)}`;
}

interface Notices {
  readonly warn: (line: string) => void;
  /** Called with the data source on each connection. */
  readonly warnSource: (source: string | undefined) => void;
}

/** After these codes the stream mostly ends or requests another token at once: 1008 is a rejected token. */
const REFUSALS = new Set([1002, 1003, 1007, 1008, 1009, 1010]);

/**
 * Connection messages when no table is shown: one per outage, also for the first attempt. A refusal is
 * reported only after the next attempt has failed too: if there is no next attempt, the command ends and
 * reports the reason.
 */
export function connectionNotices({ warn, warnSource }: Notices): (state: StreamState) => void {
  let [wasConnected, isOut] = [false, false];
  let refusal: StreamState['lastClose'];
  return ({ connected, lastClose, source }) => {
    if (connected) {
      warnSource(source);
      if (isOut) warn(wasConnected ? 'connected again' : 'connected');
      [wasConnected, isOut, refusal] = [true, false, undefined];
    } else if (lastClose && !isOut && lastClose !== refusal) {
      const isFirst = refusal === undefined;
      if (isFirst && REFUSALS.has(lastClose.code)) {
        refusal = lastClose;
        return;
      }
      isOut = true;
      const why = `${lastClose.code}${lastClose.reason && `: ${plain(lastClose.reason)}`}`;
      warn(
        wasConnected
          ? `the connection was closed (${why}): reconnecting`
          : `cannot connect to the stream (${why}): retrying`,
      );
    }
  };
}
