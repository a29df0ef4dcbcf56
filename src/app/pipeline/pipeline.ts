import { Worker } from 'node:worker_threads';
import { Deferred } from '../../core/async/deferred.ts';
import type { Millis } from '../../core/time.ts';
import { compiledModule, compiledUrl } from '../../threads/compiled-url.ts';
import type { RecordingEvent } from './input-recorder.ts';
import type { SourcePast } from './past/open-past-model.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import { forThread } from '../directory/server-modules.ts';
import { collectInput, type CollectedElsewhere, type BusReports, type CollectInput } from './collect.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { ResumableState } from './follower.ts';
import type { SourceReport } from './metrics/source-health.ts';
import type { Beginning, Following, FromPipeline, InputSettings, ToPipeline } from './pipeline-messages.ts';
import type { Settings } from '../config/settings.ts';

type Message<Kind extends FromPipeline['kind']> = Extract<FromPipeline, { readonly kind: Kind }>;
type TickKind = Exclude<
  FromPipeline['kind'],
  'prepared' | 'followed' | 'follow-failed' | 'unstored' | 'bus-refused' | 'bus-missed'
>;

/** Messages that the thread waits for: it continues when the promise is resolved. */
interface Acknowledged {
  /** Resolves when the tick is published: true if it was stored, false if the store refused it. */
  readonly tick: Promise<boolean>;
  /**
   * Resolves when the derivatives of a slot are shown or dropped; at once if contracts are stored on another
   * machine.
   */
  readonly derivatives: Promise<void>;
}

export type PipelineHandlers = {
  readonly [Kind in TickKind]: (
    message: Message<Kind>,
  ) => Kind extends keyof Acknowledged ? Acknowledged[Kind] : void;
};

/** The thread has died: no more ticks will arrive. */
type OnFailure = (error: Error) => void;

export interface FollowHandlers {
  /**
   * Called for each followed tick; `differs`: recomputing it gave a different result. Without a memory, call
   * `sendState`.
   */
  readonly onFollowed: (at: Millis, how: { readonly differs: boolean; readonly hasMemory: boolean }) => void;
  /** Called when the inputs of a tick could not be stored or computed; the next ones are tried. */
  readonly onFollowFailed: (error: Error) => void;
  readonly onSourceTrouble: (what: string, details: Readonly<Record<string, unknown>>) => void;
  /** Called with every slot: how the source reads its exchanges. */
  readonly onSourceHealth?: (report: SourceReport) => void;
  /** Called with what happens to the inputs of followed ticks in this process's files. */
  readonly onInputs?: (event: RecordingEvent) => void;
  readonly onFailure: OnFailure;
}

/** Ten times what the full world needs. A limit makes V8 collect earlier, which keeps the heap small. */
const MEMORY = { maxOldGenerationSizeMb: 1024 };

/** Call as soon as the settings are known: nothing takes longer to start. */
export function startPipeline(
  settings: Settings,
  sources: SourceTable,
  elsewhere?: CollectedElsewhere,
): Pipeline {
  return new Pipeline(collectInput(settings, sources, elsewhere), elsewhere);
}

/** The thread that reads sources and computes. It prepares itself while the rest of the service loads. */
export class Pipeline {
  /**
   * Input for modelling the source's past; undefined if it has none. Rejects if the thread fails before it is
   * prepared.
   */
  readonly past: Promise<SourcePast | undefined>;
  readonly #past = new Deferred<SourcePast | undefined>();
  readonly #unstored = new Deferred<Message<'unstored'>>();
  /** URL of the module with the table of sources. */
  readonly #sources: string;
  readonly #reports: BusReports | undefined;
  readonly #worker: Worker;
  #handlers: PipelineHandlers | undefined;
  #followHandlers: FollowHandlers | undefined;
  #onFailure: OnFailure | undefined;
  #failure: Error | undefined;
  #closing = false;

  constructor(input: CollectInput, reports?: BusReports) {
    this.#reports = reports;
    this.past = this.#past.promise;
    this.#sources = input.sources;
    // The start that awaits it handles a rejection; if the start has failed elsewhere, nothing awaits it.
    this.past.catch(() => undefined);
    this.#unstored.promise.catch(() => undefined);
    this.#worker = new Worker(compiledUrl('pipeline-worker', import.meta.url), {
      workerData: {
        ...input,
        sources: compiledModule(input.sources).href,
        bus: input.bus && forThread(input.bus),
      },
      resourceLimits: MEMORY,
    });
    this.#worker.on('message', (message: FromPipeline) => this.#receive(message));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the pipeline has ended')));
  }

  /** Makes the thread follow the ticks of another process until `begin`. */
  follow(following: Following, handlers: FollowHandlers): void {
    this.#followHandlers = handlers;
    this.#reportFailure(handlers.onFailure);
    this.#send({ kind: 'follow', following: { ...following, inputs: inputsForThread(following.inputs) } });
  }

  sendFrame(frame: InputFrame): void {
    this.#send({ kind: 'frame', frame });
  }

  sendState(state: ResumableState): void {
    this.#send({ kind: 'state', state });
  }

  /**
   * Call when this process leads. Resolves with the slots after the last stored tick whose inputs are known,
   * which are stored first, and with the newest computed slot.
   */
  findUnstored(
    stored: readonly StoredRecord[],
    publishedHeads: ReadonlyMap<Millis, string>,
    received?: string,
  ): Promise<Pick<Message<'unstored'>, 'slots' | 'newest'>> {
    this.#send({ kind: 'lead', stored, publishedHeads, received });
    return this.#unstored.promise;
  }

  /** Starts computing. Before this or `follow`, the thread only prepares itself and touches no file. */
  begin(beginning: Beginning, handlers: PipelineHandlers, onFailure: OnFailure): void {
    this.#handlers = handlers;
    this.#reportFailure(onFailure);
    const { sharedReference: shared } = beginning;
    const sharedReference = shared && { ...shared, store: forThread(shared.store) };
    const inputs = inputsForThread(beginning.inputs);
    this.#send({
      kind: 'begin',
      beginning: { ...beginning, inputs, ...(sharedReference && { sharedReference }) },
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#send({ kind: 'stop' });
    await this.#worker.terminate();
  }

  #send(message: ToPipeline): void {
    this.#worker.postMessage(message);
  }

  #reportFailure(onFailure: OnFailure): void {
    this.#onFailure = onFailure;
    if (this.#failure) onFailure(this.#failure);
  }

  #fail(error: Error): void {
    if (this.#closing || this.#failure) return;
    this.#failure = error;
    this.#past.reject(error);
    this.#unstored.reject(error);
    this.#onFailure?.(error);
  }

  #receive(message: FromPipeline): void {
    if (this.#closing) return;
    if (message.kind === 'prepared')
      this.#past.resolve(message.past && { ...message.past, sources: this.#sources });
    else if (message.kind === 'followed') this.#followHandlers?.onFollowed(message.at, message);
    else if (message.kind === 'unstored') this.#unstored.resolve(message);
    else if (message.kind === 'bus-refused') this.#reports?.refused(message.topic, message.reason);
    else if (message.kind === 'bus-missed') this.#reports?.missed(message.topic, message.count);
    else if (message.kind === 'follow-failed') this.#followHandlers?.onFollowFailed(message.error);
    else if (this.#handlers) this.#handle(message, this.#handlers);
    else if (message.kind === 'source-trouble')
      this.#followHandlers?.onSourceTrouble(message.what, message.details);
    else if (message.kind === 'source-health') this.#followHandlers?.onSourceHealth?.(message.report);
    else if (message.kind === 'inputs') this.#followHandlers?.onInputs?.(message.event);
  }

  #handle(message: Message<TickKind>, handlers: PipelineHandlers): void {
    // A tick in flight during shutdown is not lost: it was not acknowledged.
    const failed = (error: unknown) => this.#fail(error as Error);
    if (message.kind === 'tick') {
      const { at } = message.tick;
      handlers.tick(message).then((stored) => this.#send({ kind: 'published', at, stored }), failed);
    } else if (message.kind === 'derivatives') {
      const { at } = message.refresh;
      handlers.derivatives(message).then(() => this.#send({ kind: 'derivatives-published', at }), failed);
    } else {
      const handle = handlers[message.kind] as (message: FromPipeline) => void;
      handle(message);
    }
  }
}

function inputsForThread(inputs: InputSettings): InputSettings {
  return inputs.store ? { ...inputs, store: forThread(inputs.store) } : inputs;
}
