import type { ScaledTime } from '../../core/clocks/clock.ts';
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
import type { KnownState } from './follower.ts';
import type { RecordingEvent } from './input-recorder.ts';
import type { PreparedTick, ShownTick, StoredTick } from './tick-loop.ts';

/** Where inputs are recorded and for how long. */
export interface InputSettings {
  readonly folder: string;
  /** Where all of them are read from, if nodes share them: the folder then holds those of the last hour, until the store has them. */
  readonly store?: ServerAddress | undefined;
  readonly keepMs: Millis;
  /** The folder whose size is limited: inputs go first. */
  readonly limitedFolder: string;
  readonly maxBytes: number;
  /** What is left of it for history. */
  readonly leaveBytes: number;
  /** Of `HeldHours`: hours of inputs that are needed for receipts that are still to be kept. */
  readonly heldHours?: SharedArrayBuffer;
}

/** What a thread needs to follow the ticks of another process, before it begins to make its own. */
export interface Following {
  readonly inputs: InputSettings;
  /** The file of reference versions, which others fill. */
  readonly referenceFile: string;
  /** The newest state that is stored: the inputs of the ticks since then are handed over first. */
  readonly state?: KnownState | undefined;
}

/** When and from what the thread begins, known once history is open. */
export interface Beginning {
  /** A market time of its own, which waits for each slot to be published; absent at real time. */
  readonly pace?: ScaledTime;
  readonly inputs: InputSettings;
  /** The file of reference versions. */
  readonly referenceFile: string;
  /** The last tick that was stored before. */
  readonly last?: StoredTick;
  /** Slots up to this one were published: that of the last tick, or a later one that history has lost. */
  readonly known?: Millis;
  /** Where versions of the reference data go before they are in the file, for a history that several processes share. */
  readonly sharedReference?: { readonly store: ServerAddress; readonly fence: Fence };
  /** Whether flags are strict (`--strict-flags`). */
  readonly strictFlags?: boolean;
  /** Whether the inputs of each tick are handed over with it, for processes that stand by. */
  readonly handsOverInputs?: boolean;
}

/** From the pipeline's thread to the one that serves. Buffers are handed over, not copied. */
export type FromPipeline =
  /** Comes first: the source is prepared in this thread alone, because that takes longest. */
  | { readonly kind: 'prepared'; readonly past: PastInput | undefined }
  /** Comes before the first refresh that names the version. */
  | { readonly kind: 'reference'; readonly news: ReferenceNews }
  /** A file was copied to quarantine. */
  | { readonly kind: 'set-aside'; readonly taken: QuarantinedFile }
  | { readonly kind: 'reference-failed'; readonly error: Error }
  /** A version is stored: ticks that name it may be. */
  | { readonly kind: 'reference-stored'; readonly hash: string }
  /** What the source announced contradicts itself; what was in force stays so. */
  | { readonly kind: 'reference-refused'; readonly problems: readonly string[] }
  /** What it announced is sound, whether it is new or in force already. */
  | { readonly kind: 'reference-accepted'; readonly leftOut: readonly string[] }
  | { readonly kind: 'tick'; readonly tick: PreparedTick; readonly inputs?: InputFrame }
  | { readonly kind: 'shown-again'; readonly tick: ShownTick }
  /** How well a tick is attested that was shown again; or why that is not known before the next tick. */
  | { readonly kind: 'quality'; readonly refresh: QualityRefresh }
  | { readonly kind: 'quality-failed'; readonly error: Error }
  /** Resistance figures could not be computed: the old ones stay. */
  | { readonly kind: 'resistance-failed'; readonly error: Error }
  | { readonly kind: 'forgotten' }
  /** The engine's memory was made from recorded inputs, but for those ticks whose inputs are missing. */
  | { readonly kind: 'recomputed'; readonly ticks: number; readonly missing: readonly Millis[] }
  | { readonly kind: 'derivatives'; readonly refresh: DerivativeRefresh }
  | { readonly kind: 'trades'; readonly arrived: ArrivedTrades }
  | { readonly kind: 'skipped'; readonly at: Millis }
  /** Nothing is known of the slot: no tick is computed, and market time goes on. */
  | { readonly kind: 'passed-over'; readonly at: Millis }
  /** What the source has for the operator. */
  | {
      readonly kind: 'source-trouble';
      readonly what: string;
      readonly details: Readonly<Record<string, unknown>>;
    }
  /** With every slot: how the source reads its exchanges. */
  | { readonly kind: 'source-health'; readonly report: SourceReport }
  /** The source has ended without being told to: nothing more will come. */
  | { readonly kind: 'source-ended' }
  | { readonly kind: 'inputs'; readonly event: RecordingEvent }
  /** A tick of the leading process was computed again here; `differs`: it came out otherwise. */
  | {
      readonly kind: 'followed';
      readonly at: Millis;
      readonly differs: boolean;
      /** False where there is no state to follow from, or none any more. */
      readonly hasMemory: boolean;
    }
  | { readonly kind: 'follow-failed'; readonly error: Error }
  /** Ticks behind the last stored one whose inputs are known: they are stored first, in this order. */
  | {
      readonly kind: 'unstored';
      readonly slots: readonly Millis[];
      /** The newest tick that was computed, also where it cannot be stored any more. */
      readonly newest: Millis | undefined;
    }
  /** Of these the inputs give no tick, or not the one that was computed from them. */
  | { readonly kind: 'not-recomputed'; readonly slots: readonly Millis[] };

/** From the thread that serves to the pipeline's. */
export type ToPipeline =
  /** Before `begin`, where another process leads. */
  | { readonly kind: 'follow'; readonly following: Following }
  /** The inputs of a tick that the leading process is about to store. */
  | { readonly kind: 'frame'; readonly frame: InputFrame }
  /** The newest state that is stored, where the thread has none to follow from. */
  | { readonly kind: 'state'; readonly state: KnownState }
  /** It leads from now on. `stored`: the records of the newest ticks that history has, the last one last. */
  | {
      readonly kind: 'lead';
      readonly stored: readonly StoredRecord[];
      /** The hashes of records that are known to be published, by their slot. */
      readonly publishedHeads: ReadonlyMap<Millis, string>;
    }
  | { readonly kind: 'begin'; readonly beginning: Beginning }
  | { readonly kind: 'published'; readonly at: Millis; readonly stored: boolean }
  | { readonly kind: 'derivatives-published'; readonly at: Millis }
  | { readonly kind: 'stop' };

/** The buffers of a tick, none of which the sender uses again. */
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
