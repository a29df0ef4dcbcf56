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
import { ForgivingTidemark } from './forgiving-tidemark.ts';
import { IncompleteNotice } from './notices/incomplete-notice.ts';
import { nearNames } from './notices/near-names.ts';
import { PATIENCE_MS, patientFetch, type Patience } from './patient-fetch.ts';
import { Profiles } from './profiles.ts';
import { SourceNotice } from './notices/source-notice.ts';
import { targetOf, type Target } from './target.ts';

/** How long an answer may take with all of its body, where it has begun in time. */
const WHOLE_ANSWER_MS = 4 * PATIENCE_MS;
/** The longest that a timer can be set to: 24 days. */
const UNLIMITED_MS = 2 ** 31 - 1;

/** What a command that asks a service works with. */
export interface AskedService {
  readonly tidemark: Tidemark;
  readonly target: Target;
  /** Aborts with Ctrl-C, and where the service does not answer; to be given to every call. */
  readonly signal: AbortSignal;
  readonly look: Appearance;
  /** Results, to standard output; resolves when they have gone out. */
  readonly write: (text: string) => Promise<void>;
  /** Says on standard error, once, where the data are not live: by what a stream says, else by what answers said. */
  readonly tellSource: (source?: string) => void;
  /** What answers said so far of where their data come from; undefined of live data. */
  readonly source: () => string | undefined;
  /** What answers lack so far of the ranges that were requested. */
  readonly incomplete: IncompleteNotice;
  /** From now on a service that does not answer is asked again for as long as it takes, and without progress. */
  readonly keepAsking: () => void;
}

/**
 * Carries out a command against the service that its options name. Failures become sentences, Ctrl-C ends it with 130 and a reader
 * that has gone with 0. Says at the end where the data are not live, unless the command has said it. Of a command that has --strict it
 * says what is missing of its range, too.
 */
export async function withService(
  call: ConnectionCall,
  io: Output,
  use: (service: AskedService) => Promise<number>,
  { mayTakeLong }: Pick<Patience, 'mayTakeLong'> = {},
): Promise<number> {
  const target = targetOf(call, new Profiles());
  const notice = new SourceNotice();
  // A command that ends because a service is silent asks it nothing more.
  const ended = new LinkedAbort(interruption());
  // Each request of a command listens to it.
  setMaxListeners(0, ended.signal);
  let mayWait = false;
  const { progress } = io.errors;
  const fetch = patientFetch({
    limitMs: PATIENCE_MS,
    mayTakeLong,
    progress: progress && ((line) => progress(mayWait ? '' : line)),
    onSilent: (error) => {
      if (!mayWait) ended.abort(error);
    },
  });
  const incomplete = new IncompleteNotice(mayTakeLong !== undefined);
  const timeoutMs = mayTakeLong ? UNLIMITED_MS : WHOLE_ANSWER_MS;
  const tidemark = clientOf(target, notice.heard(fetch), timeoutMs, (items) => incomplete.add(items));
  const out = standardOutput();
  const tellSource = (source?: string) => {
    const text = notice.untold(source);
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
    tellSource,
    source: () => notice.source,
    incomplete,
    keepAsking: () => void (mayWait = true),
  };
  try {
    const code = await use(service);
    const { strict } = call.options as { readonly strict?: boolean };
    const missing = strict === undefined ? undefined : incomplete.text();
    if (missing !== undefined) io.err(`tidemark: ${missing}\n`);
    tellSource();
    return strict && missing !== undefined && code === EXIT.ok ? EXIT.incomplete : code;
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.ok;
    if (error instanceof Interrupted) return error.exitCode;
    throw await explained(error, target, (wanted, kind) => nearNames(tidemark, wanted, kind, ended.signal));
  } finally {
    progress?.('');
  }
}

/** `timeoutMs` must be above the patience of `fetch`: what the client gives up by itself it asks for again. */
export function clientOf(
  { url, identity }: Target,
  fetch: Fetch,
  timeoutMs: Millis = WHOLE_ANSWER_MS,
  onIncomplete?: OnIncomplete,
): Tidemark {
  return new ForgivingTidemark({ url, ...identity, fetch, timeoutMs, onIncomplete });
}

/** One record, or one of many, as JSON: always a line. */
export function jsonLine(record: unknown): string {
  return `${quoted(record)}\n`;
}
