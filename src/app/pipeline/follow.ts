import { SerialQueue } from '../../core/async/serial-queue.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { InputFrame } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import type { Source } from '../../sources/source.ts';
import { sha256 } from '../process/sha256.ts';
import { ConfirmedFrames } from './compute/confirmed-frames.ts';
import { engineReference } from './compute/engine-version.ts';
import { Follower } from './follower.ts';
import { HeardSource } from './heard-source.ts';
import type { InputRecorder } from './input-recorder.ts';
import { openRecorder } from './open-recorder.ts';
import type { Orders } from './orders.ts';
import type { Following } from './pipeline-messages.ts';
import { say } from './say.ts';
import type { StoredTick } from './tick-loop.ts';

export interface Followed {
  readonly source: HeardSource;
  readonly recorder: InputRecorder;
  readonly follower: Follower;
  /** Until all ticks that were heard of and that are stored are computed again. */
  settle(stored: StoredTick | undefined): Promise<void>;
}

/** Makes what reports how a source reads its exchanges. */
type SourceReporter = (source: Source) => (exchanges: readonly Exchange[]) => void;

/** Hears what the source brings and computes the ticks of another process again, until this one begins. */
export async function follow(
  { inputs, referenceFile, state }: Following,
  collected: Source,
  orders: Orders,
  signal: AbortSignal,
  reporter: SourceReporter,
): Promise<Followed> {
  const recorder = openRecorder(inputs);
  const report = reporter(collected);
  const source = new HeardSource(collected, () => report([]));
  // A thread that hears nothing more is of no use: it ends, and another one is started.
  source.listen(signal, (error) => {
    throw error;
  });
  const references = new ReferenceLogReader(referenceFile);
  const queue = new SerialQueue();
  let differs = false;
  const follower = new Follower({
    references: (hash) => {
      const data = references.named(hash);
      return data && engineReference(data);
    },
    inputs: new FileInputReader(inputs.folder),
    hash: sha256,
    record: async (frame) => (await recorder.take(frame)) === 'recorded',
    onDifference: () => (differs = true),
  });
  const inTurn = (work: () => Promise<void>) =>
    void queue.run(work).catch((error: unknown) => say({ kind: 'follow-failed', error: error as Error }));
  if (state) follower.begin(state);
  const frames = new ConfirmedFrames(sha256);
  const compute = async (confirmed: InputFrame | undefined) => {
    if (!confirmed) return;
    source.madeElsewhere(confirmed.at);
    differs = false;
    await follower.hear(confirmed);
    say({ kind: 'followed', at: confirmed.at, differs, hasMemory: follower.hasMemory });
  };
  orders.hearFrames((frame) => inTurn(() => compute(frames.hear(frame))));
  orders.onState = (later) => inTurn(async () => follower.begin(later));
  const settle = (stored: StoredTick | undefined) => {
    inTurn(() => compute(frames.storedIn(stored ? [...stored.since, stored] : [])));
    return queue.idle();
  };
  return { source, recorder, follower, settle };
}
