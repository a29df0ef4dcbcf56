import type { ScaledClockOptions } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import type { ArrivedTrades } from '../../latest/market/market-topics.ts';
import type { QualityRefresh } from '../../latest/quality/quality-refresh.ts';
import type { QuarantinedFile } from '../../disk/quarantine.ts';
import type { ReferenceNews } from '../../reference/versions/reference-news.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { PastInput } from '../../sources/past.ts';
import type { Fence, StoredRecord } from '../../history/history-store.ts';
import type { ServerAddress } from '../config/server-address.ts';
import type { SourceReport } from './metrics/source-health.ts';
import type { ResumableState } from './follower.ts';
import type { RecordingEvent } from './input-recorder.ts';
import type { PreparedTick, ShownTick, StoredTick } from './tick-loop.ts';

/** Where inputs are recorded and for how long. */
export interface InputSettings {
  readonly folder: string;
  /**
   * Set if nodes share the inputs: all are read from this store, and the folder holds those of the last hour
   * until the store has them.
   */
  readonly store?: ServerAddress | undefined;
  readonly keepMs: Millis;
  /** The folder whose size is limited: inputs are deleted first. */
  readonly limitedFolder: string;
  readonly maxBytes: number;
  /** Space that inputs leave for history. */
  readonly leaveBytes: number;
  /** Memory of `HeldHours`: hours whose inputs are still needed for receipts. */
  readonly heldHours?: SharedArrayBuffer;
}

/** Parameters for following another process's ticks, before the thread computes its own. */
export interface Following {
  readonly inputs: InputSettings;
  /** The file of reference versions, which other parts write. */
  readonly referenceFile: string;
  /** The newest stored state: inputs of the ticks since then are sent first. */
  readonly state?: ResumableState | undefined;
}

/** When and from what the thread begins; known when history is open. */
export interface Beginning {
  /** The scaled market time, which waits for each slot to be published; absent in real time. */
  readonly pace?: ScaledClockOptions;
  readonly inputs: InputSettings;
  /** The file of reference versions. */
  readonly referenceFile: string;
  /** The last stored tick. */
  readonly last?: StoredTick;
  /** Slots up to this one were published: that of the last tick, or a later one that history has lost. */
  readonly known?: Millis;
  /** With a shared history: where versions of the reference data are stored before they are written to the file. */
  readonly sharedReference?: { readonly store: ServerAddress; readonly fence: Fence };
  /** Whether flags are strict (`--strict-flags`). */
  readonly strictFlags?: boolean;
  /** Whether the inputs of each tick are sent with it, for standby processes. */
  readonly handsOverInputs?: boolean;
}

/** From the pipeline's thread to the serving thread. Buffers are transferred, not copied. */
export type FromPipeline =
  /** Sent first. Only this thread prepares the source, because that takes longest. */
  | { readonly kind: 'prepared'; readonly past: PastInput | undefined }
  /** Sent before the first refresh that names the version. */
  | { readonly kind: 'reference'; readonly news: ReferenceNews }
  /** A file was copied to quarantine. */
  | { readonly kind: 'set-aside'; readonly taken: QuarantinedFile }
  | { readonly kind: 'reference-failed'; readonly error: Error }
  /** A version is stored: ticks that name it may now be stored. */
  | { readonly kind: 'reference-stored'; readonly hash: string }
  /** The source's announcement is inconsistent: the current version stays in force. */
  | { readonly kind: 'reference-refused'; readonly problems: readonly string[] }
  /** The announcement is valid, new or not. */
  | { readonly kind: 'reference-accepted'; readonly leftOut: readonly string[] }
  | { readonly kind: 'tick'; readonly tick: PreparedTick; readonly inputs?: InputFrame }
  | { readonly kind: 'shown-again'; readonly tick: ShownTick }
  /** Quality of a tick that was shown again; `quality-failed` if it is unknown until the next tick. */
  | { readonly kind: 'quality'; readonly refresh: QualityRefresh }
  | { readonly kind: 'quality-failed'; readonly error: Error }
  /** Resistance figures could not be computed: the previous ones stay. */
  | { readonly kind: 'resistance-failed'; readonly error: Error }
  | { readonly kind: 'forgotten' }
  /** The engine's memory was recomputed from recorded inputs, except for ticks with missing inputs. */
  | { readonly kind: 'recomputed'; readonly ticks: number; readonly missing: readonly Millis[] }
  | { readonly kind: 'derivatives'; readonly refresh: DerivativeRefresh }
  | { readonly kind: 'trades'; readonly arrived: ArrivedTrades }
  | { readonly kind: 'skipped'; readonly at: Millis }
  /** The source has no data for the slot: no tick is computed, and market time continues. */
  | { readonly kind: 'passed-over'; readonly at: Millis }
  /** A message of the source for the operator. */
  | {
      readonly kind: 'source-trouble';
      readonly what: string;
      readonly details: Readonly<Record<string, unknown>>;
    }
  /** A message of a collector was rejected. */
  | { readonly kind: 'bus-refused'; readonly topic: string; readonly reason: string }
  /** Messages of a collector were lost. */
  | { readonly kind: 'bus-missed'; readonly topic: string; readonly count: number }
  /** Sent with every slot: how the source reads its exchanges. */
  | { readonly kind: 'source-health'; readonly report: SourceReport }
  /** The source has ended by itself: no more data will arrive. */
  | { readonly kind: 'source-ended' }
  | { readonly kind: 'inputs'; readonly event: RecordingEvent }
  /** A tick of the leader was recomputed here; `differs`: with a different result. */
  | {
      readonly kind: 'followed';
      readonly at: Millis;
      readonly differs: boolean;
      /** False if there is no state to follow from. */
      readonly hasMemory: boolean;
    }
  | { readonly kind: 'follow-failed'; readonly error: Error }
  /** Ticks after the last stored one whose inputs are known: they are stored first, in this order. */
  | {
      readonly kind: 'unstored';
      readonly slots: readonly Millis[];
      /** The newest computed tick, even if it can no longer be stored. */
      readonly newest: Millis | undefined;
    }
  /** Slots whose inputs give no tick, or a different one. */
  | { readonly kind: 'not-recomputed'; readonly slots: readonly Millis[] };

/** From the serving thread to the pipeline's. */
export type ToPipeline =
  /** Sent before `begin` if another process leads. */
  | { readonly kind: 'follow'; readonly following: Following }
  /** The inputs of a tick that the leader is about to store. */
  | { readonly kind: 'frame'; readonly frame: InputFrame }
  /** The newest stored state, for a thread that has none to follow from. */
  | { readonly kind: 'state'; readonly state: ResumableState }
  /** This process leads from now on. `stored`: the records of the newest stored ticks, oldest first. */
  | {
      readonly kind: 'lead';
      readonly stored: readonly StoredRecord[];
      /** Hashes of records that are known to be published, by slot. */
      readonly publishedHeads: ReadonlyMap<Millis, string>;
    }
  | { readonly kind: 'begin'; readonly beginning: Beginning }
  | { readonly kind: 'published'; readonly at: Millis; readonly stored: boolean }
  | { readonly kind: 'derivatives-published'; readonly at: Millis }
  | { readonly kind: 'stop' };

/** The buffers of a tick; the sender must not use them again. */
export function buffersOf(tick: PreparedTick): ArrayBuffer[] {
  return [...shownBuffersOf(tick), tick.state.buffer, tick.record.buffer];
}

export function shownBuffersOf({ tickers, index, marketCaps, quality }: ShownTick): ArrayBuffer[] {
  const arrays = [
    tickers.body,
    tickers.starts,
    tickers.listings,
    tickers.deliveredAt,
    index.bytes,
    index.starts,
    index.series,
    index.prices,
    index.volumes,
    index.tickVolumes,
    index.flags,
    marketCaps.bytes,
    marketCaps.starts,
  ];
  return [...arrays.map((array) => array.buffer), ...(quality ? qualityBuffersOf(quality) : [])];
}

export function qualityBuffersOf({ indices, exchanges }: QualityRefresh): ArrayBuffer[] {
  const arrays = [indices.bytes, indices.starts, exchanges.bytes, exchanges.starts];
  return arrays.map((array) => array.buffer);
}
