import { SerialQueue } from '../../core/async/serial-queue.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import type { ExchangeBatch, Source, SourceEvent, TickBatch } from '../../sources/source.ts';
import { sha256 } from '../process/sha256.ts';
import { ConfirmedFrames } from './compute/confirmed-frames.ts';
import { engineReference } from './compute/engine-version.ts';
import { Follower } from './follower.ts';
import { openRecorder, type InputRecorder } from './input-recorder.ts';
import type { ThreadOrders } from './orders.ts';
import type { Following } from './pipeline-messages.ts';
import { sendToService } from './send-to-service.ts';
import { expirationOf, type DerivativeContract, type DerivativeTick } from '../../core/contract.ts';
import type { ExchangeTick } from '../../core/tick.ts';
import { CUT_OFF_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { SourceWrapper } from '../../sources/source-wrapper.ts';

export interface Followed {
  readonly source: BufferedSource;
  readonly recorder: InputRecorder;
  readonly follower: Follower;
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
  const follower = new Follower({
    references: (hash) => {
      const data = references.byHash(hash);
      return data && engineReference(data);
    },
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
  const compute = async (confirmed: InputFrame | undefined) => {
    if (!confirmed) return;
    source.dropUpTo(confirmed.at);
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
  return { source, recorder, follower, settle };
}

/** Without ticks from the leader, events of this many slots are kept: twenty minutes. */
const MAX_SLOTS = 40;

/** Buffers a source's events until `events` is called, so that a standby process can compute the next tick. */
export class BufferedSource extends SourceWrapper {
  #kept: SourceEvent[] = [];
  /** Absent after it was returned once: a source is taken over once. */
  #lastTickers: LastTickers | undefined = new LastTickers();
  #hasEnded = false;
  #failure: unknown;
  #wake: () => void = () => {};
  readonly #onSlot: () => void;

  /** `onSlot` is called when the input of a slot is complete, until this process leads. */
  constructor(inner: Source, onSlot: () => void = () => undefined) {
    super(inner);
    this.#onSlot = onSlot;
  }

  /** Starts buffering, until the signal aborts. */
  startBuffering(signal: AbortSignal, onFailure: (error: unknown) => void = () => undefined): void {
    void this.#listen(signal).then(() => {
      if (this.#failure !== undefined) onFailure(this.#failure);
    });
  }

  /**
   * Drops events of a slot that another process computed. Keeps the tickers of its window: the other process
   * may have received them after its cut-off.
   */
  dropUpTo(slot: Millis): void {
    const from = slot - CUT_OFF_MS - SLOT_MS;
    const to = slot - CUT_OFF_MS;
    this.#kept = this.#kept.filter((event) => {
      if (event.kind === 'watermark') return event.at > to;
      return event.receivedAt > to || (event.kind === 'ticks' && event.receivedAt > from);
    });
  }

  /** The last ticker of every market and contract, to show the previous slot again. Returned only once. */
  takeLastTickers(now: Millis): ExchangeBatch[] {
    const batches = this.#lastTickers?.batches(now) ?? [];
    this.#lastTickers = undefined;
    return batches;
  }

  override async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const woken = () => this.#wake();
    signal.addEventListener('abort', woken);
    try {
      while (!signal.aborted) {
        const next = this.#kept.shift();
        if (next) yield next;
        else if (this.#failure) throw this.#failure;
        else if (this.#hasEnded) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', woken);
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    try {
      for await (const event of this.inner.events(signal)) {
        this.#kept.push(event);
        this.#lastTickers?.observe(event);
        if (event.kind === 'watermark') {
          this.dropUpTo(event.at + CUT_OFF_MS - MAX_SLOTS * SLOT_MS);
          if (this.#lastTickers) this.#onSlot();
        }
        this.#wake();
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#hasEnded = true;
    this.#wake();
  }
}

/** The newest ticker of every listing and contract, and the contracts themselves, until they expire. */
class LastTickers {
  readonly #ticks = new Map<string, { readonly tick: ExchangeTick; readonly readAt: Millis }>();
  readonly #contracts = new Map<string, DerivativeContract>();
  readonly #derivatives = new Map<string, DerivativeTick>();

  observe(event: SourceEvent): void {
    if (event.kind === 'ticks')
      for (const tick of event.ticks)
        this.#ticks.set(`${tick.exchangeId} ${tick.marketId}`, {
          tick,
          readAt: event.readAt ?? event.receivedAt,
        });
    else if (event.kind === 'contracts')
      for (const contract of event.contracts) this.#contracts.set(contract.id, contract);
    else if (event.kind === 'derivative-ticks')
      for (const tick of event.ticks) this.#derivatives.set(tick.contractId, tick);
    else if (event.kind === 'watermark') this.#forgetExpired(event.at);
  }

  batches(now: Millis): ExchangeBatch[] {
    this.#forgetExpired(now);
    // Each ticker names its own exchange.
    const common = { exchangeId: '', receivedAt: now };
    return [
      ...this.#tickBatches(common),
      { kind: 'contracts', ...common, contracts: [...this.#contracts.values()] },
      { kind: 'derivative-ticks', ...common, ticks: [...this.#derivatives.values()] },
    ];
  }

  /** Tickers keep the time of their reading, so that tickers of an unreachable exchange do not count as new. */
  #tickBatches(common: Pick<TickBatch, 'exchangeId' | 'receivedAt'>): TickBatch[] {
    const byReading = new Map<Millis, ExchangeTick[]>();
    for (const { tick, readAt } of this.#ticks.values()) {
      const read = byReading.get(readAt);
      if (read) read.push(tick);
      else byReading.set(readAt, [tick]);
    }
    return [...byReading].map(([readAt, ticks]) => ({ kind: 'ticks', ...common, readAt, ticks }));
  }

  /** Also drops tickers of expired contracts, including late ones. */
  #forgetExpired(now: Millis): void {
    for (const [id, contract] of this.#contracts)
      if (expirationOf(contract) <= now) this.#contracts.delete(id);
    for (const id of this.#derivatives.keys()) if (!this.#contracts.has(id)) this.#derivatives.delete(id);
  }
}
