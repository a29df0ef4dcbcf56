import { ConnectionError, type Fetch } from '../../../sdk/src/node.ts';
import { LinkedAbort } from '../../core/async/linked-abort.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';

/** The service accepts requests but does not answer them. */
export class SilentService extends ConnectionError {}

export interface TimeoutOptions {
  /** Time limit for the response headers. The body has none. */
  readonly limitMs: Millis;
  /** Requests without a time limit, by URL. */
  readonly mayTakeLong?: ((url: URL) => boolean) | undefined;
  /** Shows on a terminal what the command waits for. An empty string clears it. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Called before the request fails. */
  readonly onSilent?: (error: SilentService) => void;
  /** Replaces the global `fetch` in tests. */
  readonly ask?: Fetch;
}

export const RESPONSE_TIMEOUT_MS = 30 * SECOND_MS;
/** Most responses arrive before anybody could read a progress line. */
const SHOWN_AFTER_MS = SECOND_MS;

/**
 * A `fetch` with a time limit. It follows no redirects: a token or secret in the request is meant for this
 * address only.
 */
export function fetchWithTimeout(options: TimeoutOptions): Fetch {
  const { limitMs, mayTakeLong, progress, onSilent, ask = fetch } = options;
  return async (url, init) => {
    const requestUrl = new URL(url);
    const { origin } = requestUrl;
    // Keeps following the caller's signal, because the body is read after this.
    const ended = new LinkedAbort(...(init.signal ? [init.signal] : []));
    const shown = progress && setTimeout(() => progress(`waiting for ${origin}`), SHOWN_AFTER_MS);
    const fail = () => {
      const error = new SilentService(`${origin} has not responded for ${limitMs / SECOND_MS} s`);
      onSilent?.(error);
      ended.abort(error);
    };
    const limit = mayTakeLong?.(requestUrl) ? undefined : setTimeout(fail, limitMs);
    try {
      progress?.('');
      const response = await ask(url, { ...init, redirect: 'manual', signal: ended.signal });
      progress?.(waitText(origin, response));
      return response;
    } catch (error) {
      progress?.('');
      throw error;
    } finally {
      clearTimeout(shown);
      clearTimeout(limit);
    }
  };
}

/** Progress text if the service asks for a later retry. The SDK retries by itself. */
function waitText(origin: string, { headers, status }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if ((status !== 429 && status !== 503) || !Number.isFinite(seconds)) return '';
  return `${origin} is overloaded: retrying in ${seconds} s`;
}
