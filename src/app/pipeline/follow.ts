import { SerialQueue } from '../../core/async/serial-queue.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import type { Source } from '../../sources/source.ts';
import { sha256 } from '../process/sha256.ts';
import { BufferedSource } from './buffered-source.ts';
import { ConfirmedFrames } from './compute/confirmed-frames.ts';
import { engineReference } from './compute/engine-version.ts';
import type { IndexComputer } from './compute/index-computer.ts';
import { CountedTrades } from './counted-trades.ts';
import { Follower } from './follower.ts';
import { openRecorder, type InputRecorder } from './input-recorder.ts';
import type { ThreadOrders } from './thread-orders.ts';
import type { Following } from './pipeline-messages.ts';
import { sendToService } from './send-to-service.ts';
import type { TickLink } from './unstored-ticks.ts';
import type { Millis } from '../../core/time.ts';
import { recordedTickOf } from '../../values/receipts/recorded-input.ts';

export interface Followed {
  readonly source: BufferedSource;
  readonly recorder: InputRecorder;
  readonly follower: Follower;
  readonly counted: CountedTrades;
  /** Resolves when all received ticks that are stored have been recomputed. */
  settle(stored: readonly StoredRecord[]): Promise<void>;
}

/** Creates the function that reports how a source reads its exchanges. */
type SourceReporter = (source: Source) => (exchanges: readonly Exchange[]) => void;

/** Buffers the source's events and recomputes the leader's ticks, until this process leads. */
export async function follow(
  { inputs, referenceFile, state }: Following,
  collected: Source,
  orders: ThreadOrders,
  signal: AbortSignal,
  reporter: SourceReporter,
): Promise<Followed> {
  const recorder = openRecorder(inputs);
  const report = reporter(collected);
  const source = new BufferedSource(collected, () => report([]));
  // A thread without its source is useless: it ends, and the serving thread starts another.
  source.startBuffering(signal, (error) => {
    throw error;
  });
  const references = new ReferenceLogReader(referenceFile);
  const queue = new SerialQueue();
  let differs = false;
  const unrecorded = new Set<Millis>();
  const referenceOf = (hash: string) => {
    const data = references.byHash(hash);
    return data && engineReference(data);
  };
  const follower = new Follower({
    references: referenceOf,
    inputs: new FileInputReader(inputs.folder),
    hash: sha256,
    record: async ({ at }) => !unrecorded.delete(at),
    onDifference: () => (differs = true),
  });
  const inTurn = (work: () => Promise<void>) =>
    void queue
      .run(work)
      .catch((error: unknown) => sendToService({ kind: 'follow-failed', error: error as Error }));
  if (state) follower.begin(state);
  const frames = new ConfirmedFrames(sha256);
  const counted = new CountedTrades(sha256);
  const countTrades = (frame: InputFrame) => {
    const tick = recordedTickOf(frame);
    const reference = referenceOf(tick.record.reference);
    if (reference) counted.add(tick, reference);
  };
  const compute = async (confirmed: InputFrame | undefined) => {
    if (!confirmed) return;
    source.dropUpTo(confirmed.at);
    countTrades(confirmed);
    differs = false;
    await follower.follow(confirmed);
    sendToService({ kind: 'followed', at: confirmed.at, differs, hasMemory: follower.hasMemory });
  };
  const take = async (frame: InputFrame) => {
    // Recorded at once: if the leader never stores this tick, this process may have to.
    if ((await recorder.take(frame)) !== 'recorded') unrecorded.add(frame.at);
    await compute(frames.confirmPrevious(frame));
  };
  orders.onFrames((frame) => inTurn(() => take(frame)));
  orders.onState = (later) => inTurn(async () => follower.begin(later));
  const settle = (stored: readonly StoredRecord[]) => {
    inTurn(() => compute(frames.takeStored(stored)));
    return queue.idle();
  };
  return { source, recorder, follower, counted, settle };
}

export interface TradesTakeover {
  /** The newest published slot. */
  readonly slot: Millis;
  /** The last tick whose record is known. */
  readonly last: Pick<TickLink, 'at' | 'hash'> | undefined;
  readonly exchanges: readonly Pick<Exchange, 'id'>[];
  readonly computer: Pick<IndexComputer, 'markTradesMissing'>;
}

/** Continues after the newest published slot so that each trade counts once. Marks exchanges of which that is uncertain. */
export function takeOverTrades(
  { source, counted }: Pick<Followed, 'source' | 'counted'>,
  { slot, last, exchanges, computer }: TradesTakeover,
): void {
  if (slot === -Infinity) return;
  const missing = source.takeOver(slot, last?.at === slot ? counted.upTo(last.hash) : undefined);
  for (const id of missing ?? exchanges.map((exchange) => exchange.id)) computer.markTradesMissing(id);
}
