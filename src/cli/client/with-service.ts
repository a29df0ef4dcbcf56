import { setMaxListeners } from 'node:events';
import type { Fetch, OnIncomplete, Tidemark } from '../../../sdk/src/node.ts';
import { LinkedAbort } from '../../core/async/linked-abort.ts';
import type { Millis } from '../../core/time.ts';
import type { Output } from '../command.ts';
import { EXIT, Interrupted } from '../exit-codes.ts';
import { interruption } from '../interruption.ts';
import { quoted } from '../output/shown.ts';
import { ReaderGone, standardOutput } from '../output/standard-output.ts';
import { appearance, type Appearance } from './appearance.ts';
import type { ConnectionCall } from './connection-options.ts';
import { explained } from './notices/explain-failure.ts';
import { SuggestingTidemark } from './suggesting-tidemark.ts';
import { IncompleteNotice } from './notices/incomplete-notice.ts';
import { nearNames } from './notices/near-names.ts';
import { RESPONSE_TIMEOUT_MS, fetchWithTimeout, type TimeoutOptions } from './fetch-with-timeout.ts';
import { Profiles } from './profiles.ts';
import { SourceNotice } from './notices/source-notice.ts';
import { targetOf, type Target } from './target.ts';

/** Time limit for a complete response, if its headers arrived in time. */
const FULL_RESPONSE_MS = 4 * RESPONSE_TIMEOUT_MS;
/** The longest delay that a timer accepts: 24 days. */
const UNLIMITED_MS = 2 ** 31 - 1;

/** Everything that a client command needs. */
export interface TargetService {
  readonly tidemark: Tidemark;
  readonly target: Target;
  /** Aborts on Ctrl-C and if the service does not answer. Pass it to every call. */
  readonly signal: AbortSignal;
  readonly look: Appearance;
  /** Writes results to standard output; resolves once they are written. */
  readonly write: (text: string) => Promise<void>;
  /** Reports data that is not live on standard error, once: by the source of a stream, otherwise by that of the responses. */
  readonly warnSource: (source?: string) => void;
  /** The source named by the responses so far; undefined for live data. */
  readonly source: () => string | undefined;
  /** Gaps that responses reported so far. */
  readonly incomplete: IncompleteNotice;
  /** From now on, retries a silent service for as long as it takes, without progress. */
  readonly retryForever: () => void;
}

/**
 * Runs a command against the service that its options name. Failures become messages. Ctrl-C ends the command
 * with 130, a closed output pipe with 0. At the end it reports non-live data, unless the command did, and for
 * commands with --strict also missing ranges.
 */
export async function withService(
  call: ConnectionCall,
  io: Output,
  use: (service: TargetService) => Promise<number>,
  { mayTakeLong }: Pick<TimeoutOptions, 'mayTakeLong'> = {},
): Promise<number> {
  const target = targetOf(call, new Profiles());
  const notice = new SourceNotice();
  // Once the service has been silent for too long, the command sends no more requests.
  const ended = new LinkedAbort(interruption());
  // No limit on the number of listeners: every request of a command adds one.
  setMaxListeners(0, ended.signal);
  let retriesForever = false;
  const { progress } = io.errors;
  const fetch = fetchWithTimeout({
    limitMs: RESPONSE_TIMEOUT_MS,
    mayTakeLong,
    progress: progress && ((line) => progress(retriesForever ? '' : line)),
    onSilent: (error) => {
      if (!retriesForever) ended.abort(error);
    },
  });
  const incomplete = new IncompleteNotice(mayTakeLong !== undefined);
  const timeoutMs = mayTakeLong ? UNLIMITED_MS : FULL_RESPONSE_MS;
  const tidemark = clientOf(target, notice.wrap(fetch), timeoutMs, (items) => incomplete.add(items));
  const out = standardOutput();
  const warnSource = (source?: string) => {
    const text = notice.takeNotice(source);
    if (text !== undefined) io.err(`tidemark: ${text}\n`);
  };
  const service = {
    tidemark,
    target,
    signal: ended.signal,
    look: appearance(),
    write: (text: string) => {
      progress?.('');
      return out.write(text);
    },
    warnSource,
    source: () => notice.source,
    incomplete,
    retryForever: () => void (retriesForever = true),
  };
  try {
    const code = await use(service);
    const { strict } = call.options as { readonly strict?: boolean };
    const missing = strict === undefined ? undefined : incomplete.text();
    if (missing !== undefined) io.err(`tidemark: ${missing}\n`);
    warnSource();
    return strict && missing !== undefined && code === EXIT.ok ? EXIT.incomplete : code;
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.ok;
    if (error instanceof Interrupted) return error.exitCode;
    throw await explained(error, target, (wanted, kind) => nearNames(tidemark, wanted, kind, ended.signal));
  } finally {
    progress?.('');
  }
}

/** `timeoutMs` must exceed the time limit of `fetch`: the client retries its own timeouts. */
export function clientOf(
  { url, identity }: Target,
  fetch: Fetch,
  timeoutMs: Millis = FULL_RESPONSE_MS,
  onIncomplete?: OnIncomplete,
): Tidemark {
  return new SuggestingTidemark({ url, ...identity, fetch, timeoutMs, onIncomplete });
}

/** One record as a line of JSON. */
export function jsonLine(record: unknown): string {
  return `${quoted(record)}\n`;
}
