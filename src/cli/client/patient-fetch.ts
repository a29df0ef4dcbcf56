import { ConnectionError, type Fetch } from '../../../sdk/src/node.ts';
import { LinkedAbort } from '../../core/async/linked-abort.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';

/** A service accepts requests and does not answer them. */
export class SilentService extends ConnectionError {}

export interface Patience {
  /** How long headers may be waited for; what follows them may take as long as it likes. */
  readonly limitMs: Millis;
  /** What may be waited for without a limit, by its URL. */
  readonly mayTakeLong?: ((url: URL) => boolean) | undefined;
  /** What is waited for, on a terminal. The empty string takes it away. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Told before the request fails. */
  readonly onSilent?: (error: SilentService) => void;
  /** In place of the machine's, for tests. */
  readonly ask?: Fetch;
}

export const PATIENCE_MS = 30 * SECOND_MS;
/** Most answers come before a line about them could be read. */
const SHOWN_AFTER_MS = SECOND_MS;

/** Asks with a limit of time, and follows no redirect: what is asked with, a token or a secret, is for this address alone. */
export function patientFetch(patience: Patience): Fetch {
  const { limitMs, mayTakeLong, progress, onSilent, ask = fetch } = patience;
  return async (url, init) => {
    const asked = new URL(url);
    const { origin } = asked;
    // It goes on following the caller's signal: the body is read after this.
    const ended = new LinkedAbort(...(init.signal ? [init.signal] : []));
    const shown = progress && setTimeout(() => progress(`asking ${origin}`), SHOWN_AFTER_MS);
    const fail = () => {
      const error = new SilentService(`${origin} has not answered for ${limitMs / SECOND_MS} s`);
      onSilent?.(error);
      ended.abort(error);
    };
    const limit = mayTakeLong?.(asked) ? undefined : setTimeout(fail, limitMs);
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

/** Where the service wants to be asked later, which the SDK does by itself. */
function waitText(origin: string, { headers, status }: Response): string {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if ((status !== 429 && status !== 503) || !Number.isFinite(seconds)) return '';
  return `${origin} has no time: waiting ${seconds} s`;
}
