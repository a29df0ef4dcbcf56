import { Worker } from 'node:worker_threads';
import { Deferred } from '../../core/async/deferred.ts';
import type { Millis } from '../../core/time.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import type { QualityRefresh } from '../../latest/quality/quality-refresh.ts';
import { compiledModule, compiledUrl } from '../../threads/compiled-url.ts';
import type { RecordingEvent } from './input-recorder.ts';
import type { QuarantinedFile } from '../../disk/quarantine.ts';
import type { ReferenceNews } from '../../reference/versions/reference-news.ts';
import type { ArrivedTrades } from '../../latest/market/market-topics.ts';
import type { SourcePast } from './past/open-past-model.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import { collectInput, type CollectedElsewhere, type CollectInput } from './collect.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { KnownState } from './follower.ts';
import type { Beginning, Following, FromPipeline, ToPipeline } from './pipeline-messages.ts';
import type { Settings } from '../config/settings.ts';
import type { SourceReport } from './metrics/source-health.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';

export interface PipelineHandlers {
  /** Resolves when the tick is published: true where it was stored, false where the store refused it. */
  readonly onTick: (tick: PreparedTick, inputs: InputFrame | undefined) => Promise<boolean>;
  /** The tick before a restart, ready to be shown; it is stored already. */
  readonly onShownAgain: (tick: ShownTick) => void;
  /** How well that tick is attested, a little later; or why that is not known before the next one. */
  readonly onQuality: (refresh: QualityRefresh) => void;
  readonly onQualityFailed: (error: Error) => void;
  /** Resistance figures could not be computed: the old ones stay. */
  readonly onResistanceFailed: (error: Error) => void;
  /** Resolves when the derivatives of a slot are shown, or will not be; at once where they wait for another machine. */
  readonly onDerivatives: (refresh: DerivativeRefresh) => Promise<void>;
  /** Comes before the first refresh that names the version. */
  readonly onReference: (news: ReferenceNews) => void;
  /** A doubtful file of reference data was copied to quarantine. */
  readonly onSetAside: (taken: QuarantinedFile) => void;
  /** A version is stored: ticks that name it may be. */
  readonly onReferenceStored: (hash: string) => void;
  /** A version could not be stored: ticks are not published until it is. */
  readonly onReferenceFailed: (error: Error) => void;
  /** What the source announced contradicts itself; what was in force stays so. */
  readonly onReferenceRefused: (problems: readonly string[]) => void;
  /** What it announced is sound, whether it is new or in force already. */
  readonly onReferenceAccepted: () => void;
  readonly onTrades: (arrived: ArrivedTrades) => void;
  readonly onSkipped: (at: Millis) => void;
  readonly onPassedOver: (at: Millis) => void;
  readonly onSourceTrouble: (what: string, details: Readonly<Record<string, unknown>>) => void;
  readonly onSourceHealth: (report: SourceReport) => void;
  /** The sequence of the source has ended, which it never should: nothing more will come. */
  readonly onSourceEnded: () => void;
  /** What was stored belongs to other reference data, or is lost, and nothing can be gone on from. */
  readonly onForgotten: () => void;
  /** So many ticks were computed again to go on from the last one; those that are missing could not be. */
  readonly onRecomputed: (ticks: number, missing: readonly Millis[]) => void;
  readonly onInputs: (event: RecordingEvent) => void;
  /** The thread has died: nothing new will come. */
  readonly onFailure: (error: Error) => void;
}

/** What a thread tells that follows another process. */
export interface FollowHandlers extends Pick<PipelineHandlers, 'onSourceTrouble' | 'onFailure'> {
  /** A tick of the other process was heard of; `differs`: it came out otherwise. Without a memory, `remember` is to bring one. */
  readonly onFollowed: (at: Millis, how: { readonly differs: boolean; readonly hasMemory: boolean }) => void;
  /** The inputs of a tick could not be kept or computed: the next ones are tried. */
  readonly onFollowFailed: (error: Error) => void;
  /** What becomes of the inputs of those ticks in the files of this process. */
  readonly onInputs?: (event: RecordingEvent) => void;
}

type OfTicks = Exclude<FromPipeline, { kind: 'prepared' | 'followed' | 'follow-failed' }>;

/**
 * Ten times what the full world needs. V8 lets a heap grow the less between collections the smaller its most is: 1.6 times
 * with this, 4 times on a machine with much memory without.
 */
const MEMORY = { maxOldGenerationSizeMb: 1024 };

/** As early as settings are known: nothing takes longer to get ready. */
export function startPipeline(
  settings: Settings,
  sources: SourceTable,
  elsewhere?: CollectedElsewhere,
): Pipeline {
  return new Pipeline(collectInput(settings, sources, elsewhere));
}

/**
 * The thread that reads sources, computes and prepares, as the serving thread sees it. It prepares
 * itself while the rest of the service is loaded and history is opened.
 */
export class Pipeline {
  /** What the source's past is modelled from, where it has one. Rejects where the thread fails before it is prepared. */
  readonly past: Promise<SourcePast | undefined>;
  readonly #past = new Deferred<SourcePast | undefined>();
  readonly #sources: string;
  readonly #worker: Worker;
  #handlers: PipelineHandlers | undefined;
  #followHandlers: FollowHandlers | undefined;
  #failure: Error | undefined;
  #closing = false;

  constructor(input: CollectInput) {
    this.past = this.#past.promise;
    this.#sources = input.sources;
    // The start that waits for it hears of a failure; one that failed elsewhere waits no more.
    this.past.catch(() => undefined);
    this.#worker = new Worker(compiledUrl('pipeline-worker', import.meta.url), {
      workerData: { ...input, sources: compiledModule(input.sources).href },
      resourceLimits: MEMORY,
    });
    this.#worker.on('message', (message: FromPipeline) => this.#hear(message));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the pipeline has ended')));
  }

  /** Until it begins, the thread follows the ticks of another process. */
  follow(following: Following, handlers: FollowHandlers): void {
    this.#followHandlers = handlers;
    if (this.#failure) handlers.onFailure(this.#failure);
    this.#say({ kind: 'follow', following });
  }

  /** The inputs of a tick that the other process is about to store. */
  hear(frame: InputFrame): void {
    this.#say({ kind: 'frame', frame });
  }

  /** The state to follow from, where there is none. */
  remember(state: KnownState): void {
    this.#say({ kind: 'state', state });
  }

  /** Until this, or `follow`, is called the thread only prepares itself, and touches no file. */
  begin(beginning: Beginning, handlers: PipelineHandlers): void {
    this.#handlers = handlers;
    if (this.#failure) handlers.onFailure(this.#failure);
    this.#say({ kind: 'begin', beginning });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#say({ kind: 'stop' });
    await this.#worker.terminate();
  }

  #say(message: ToPipeline): void {
    this.#worker.postMessage(message);
  }

  #fail(error: Error): void {
    if (this.#closing || this.#failure) return;
    this.#failure = error;
    this.#past.reject(error);
    (this.#handlers ?? this.#followHandlers)?.onFailure(error);
  }

  #hear(message: FromPipeline): void {
    if (this.#closing) return;
    if (message.kind === 'prepared')
      this.#past.resolve(message.past && { ...message.past, sources: this.#sources });
    else if (message.kind === 'followed') this.#followHandlers?.onFollowed(message.at, message);
    else if (message.kind === 'follow-failed') this.#followHandlers?.onFollowFailed(message.error);
    else if (this.#handlers) this.#handOn(message, this.#handlers);
    else if (message.kind === 'source-trouble')
      this.#followHandlers?.onSourceTrouble(message.what, message.details);
    else if (message.kind === 'inputs') this.#followHandlers?.onInputs?.(message.event);
  }

  #handOn(message: OfTicks, handlers: PipelineHandlers): void {
    if (message.kind === 'inputs') handlers.onInputs(message.event);
    else if (message.kind === 'reference') handlers.onReference(message.news);
    else if (message.kind === 'set-aside') handlers.onSetAside(message.taken);
    else if (message.kind === 'reference-stored') handlers.onReferenceStored(message.hash);
    else if (message.kind === 'reference-failed') handlers.onReferenceFailed(message.error);
    else if (message.kind === 'reference-refused') handlers.onReferenceRefused(message.problems);
    else if (message.kind === 'reference-accepted') handlers.onReferenceAccepted();
    else if (message.kind === 'skipped') handlers.onSkipped(message.at);
    else if (message.kind === 'passed-over') handlers.onPassedOver(message.at);
    else if (message.kind === 'source-trouble') handlers.onSourceTrouble(message.what, message.details);
    else if (message.kind === 'source-ended') handlers.onSourceEnded();
    else if (message.kind === 'source-health') handlers.onSourceHealth(message.report);
    else if (message.kind === 'shown-again') handlers.onShownAgain(message.tick);
    else if (message.kind === 'quality') handlers.onQuality(message.refresh);
    else if (message.kind === 'quality-failed') handlers.onQualityFailed(message.error);
    else if (message.kind === 'resistance-failed') handlers.onResistanceFailed(message.error);
    else if (message.kind === 'forgotten') handlers.onForgotten();
    else if (message.kind === 'recomputed') handlers.onRecomputed(message.ticks, message.missing);
    else if (message.kind === 'derivatives') {
      const { refresh } = message;
      handlers.onDerivatives(refresh).then(
        () => this.#say({ kind: 'derivatives-published', at: refresh.at }),
        (error: unknown) => this.#fail(error as Error),
      );
    } else if (message.kind === 'trades') handlers.onTrades(message.arrived);
    else {
      const { tick, inputs } = message;
      handlers.onTick(tick, inputs).then(
        (stored) => this.#say({ kind: 'published', at: tick.at, stored }),
        // A tick that was on its way when everything closed is no loss: it was not acknowledged.
        (error: unknown) => this.#fail(error as Error),
      );
    }
  }
}
