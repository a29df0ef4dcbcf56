import { Worker } from 'node:worker_threads';
import { Deferred } from '../../core/async/deferred.ts';
import type { Millis } from '../../core/time.ts';
import { compiledModule, compiledUrl } from '../../threads/compiled-url.ts';
import type { RecordingEvent } from './input-recorder.ts';
import type { SourcePast } from './past/open-past-model.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import { forThread } from '../directory/server-modules.ts';
import { collectInput, type CollectedElsewhere, type CollectInput } from './collect.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { KnownState } from './follower.ts';
import type { SourceReport } from './metrics/source-health.ts';
import type { Beginning, Following, FromPipeline, InputSettings, ToPipeline } from './pipeline-messages.ts';
import type { Settings } from '../config/settings.ts';

type Message<Kind extends FromPipeline['kind']> = Extract<FromPipeline, { readonly kind: Kind }>;
type TickKind = Exclude<FromPipeline['kind'], 'prepared' | 'followed' | 'follow-failed' | 'unstored'>;

/** What the thread waits for: it goes on when the promise is resolved. */
interface Acknowledged {
  /** Resolves when the tick is published: true where it was stored, false where the store refused it. */
  readonly tick: Promise<boolean>;
  /** Resolves when the derivatives of a slot are shown, or will not be; at once where they wait for another machine. */
  readonly derivatives: Promise<void>;
}

export type PipelineHandlers = {
  readonly [Kind in TickKind]: (
    message: Message<Kind>,
  ) => Kind extends keyof Acknowledged ? Acknowledged[Kind] : void;
};

/** The thread has died: nothing new will come. */
type OnFailure = (error: Error) => void;

export interface FollowHandlers {
  /** A tick of the other process was heard of; `differs`: it came out otherwise. Without a memory, `remember` is to bring one. */
  readonly onFollowed: (at: Millis, how: { readonly differs: boolean; readonly hasMemory: boolean }) => void;
  /** The inputs of a tick could not be kept or computed: the next ones are tried. */
  readonly onFollowFailed: (error: Error) => void;
  readonly onSourceTrouble: (what: string, details: Readonly<Record<string, unknown>>) => void;
  /** With every slot: how the source reads its exchanges. */
  readonly onSourceHealth?: (report: SourceReport) => void;
  /** What becomes of the inputs of those ticks in the files of this process. */
  readonly onInputs?: (event: RecordingEvent) => void;
  readonly onFailure: OnFailure;
}

/** Ten times the need of the full world. A smaller limit makes V8 collect earlier, which keeps the heap small. */
const MEMORY = { maxOldGenerationSizeMb: 1024 };

/** As early as settings are known: nothing takes longer to get ready. */
export function startPipeline(
  settings: Settings,
  sources: SourceTable,
  elsewhere?: CollectedElsewhere,
): Pipeline {
  return new Pipeline(collectInput(settings, sources, elsewhere));
}

/** The thread that reads sources and computes. It prepares itself while the rest of the service loads. */
export class Pipeline {
  /** What the source's past is modelled from, where it has one. Rejects where the thread fails before it is prepared. */
  readonly past: Promise<SourcePast | undefined>;
  readonly #past = new Deferred<SourcePast | undefined>();
  readonly #unstored = new Deferred<Message<'unstored'>>();
  readonly #sources: string;
  readonly #worker: Worker;
  #handlers: PipelineHandlers | undefined;
  #followHandlers: FollowHandlers | undefined;
  #onFailure: OnFailure | undefined;
  #failure: Error | undefined;
  #closing = false;

  constructor(input: CollectInput) {
    this.past = this.#past.promise;
    this.#sources = input.sources;
    // The start that waits for it hears of a failure; one that failed elsewhere waits no more.
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
    this.#worker.on('message', (message: FromPipeline) => this.#hear(message));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the pipeline has ended')));
  }

  /** Until it begins, the thread follows the ticks of another process. */
  follow(following: Following, handlers: FollowHandlers): void {
    this.#followHandlers = handlers;
    this.#reportFailure(handlers.onFailure);
    this.#say({ kind: 'follow', following: { ...following, inputs: readByThread(following.inputs) } });
  }

  hear(frame: InputFrame): void {
    this.#say({ kind: 'frame', frame });
  }

  remember(state: KnownState): void {
    this.#say({ kind: 'state', state });
  }

  /** Once it leads: the slots of ticks behind the last stored one whose inputs are known, which are stored first, and the newest that was computed. */
  unstored(
    stored: readonly StoredRecord[],
    publishedHeads: ReadonlyMap<Millis, string>,
  ): Promise<Pick<Message<'unstored'>, 'slots' | 'newest'>> {
    this.#say({ kind: 'lead', stored, publishedHeads });
    return this.#unstored.promise;
  }

  /** Until this, or `follow`, is called the thread only prepares itself, and touches no file. */
  begin(beginning: Beginning, handlers: PipelineHandlers, onFailure: OnFailure): void {
    this.#handlers = handlers;
    this.#reportFailure(onFailure);
    const { sharedReference: shared } = beginning;
    const sharedReference = shared && { ...shared, store: forThread(shared.store) };
    const inputs = readByThread(beginning.inputs);
    this.#say({
      kind: 'begin',
      beginning: { ...beginning, inputs, ...(sharedReference && { sharedReference }) },
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#say({ kind: 'stop' });
    await this.#worker.terminate();
  }

  #say(message: ToPipeline): void {
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

  #hear(message: FromPipeline): void {
    if (this.#closing) return;
    if (message.kind === 'prepared')
      this.#past.resolve(message.past && { ...message.past, sources: this.#sources });
    else if (message.kind === 'followed') this.#followHandlers?.onFollowed(message.at, message);
    else if (message.kind === 'unstored') this.#unstored.resolve(message);
    else if (message.kind === 'follow-failed') this.#followHandlers?.onFollowFailed(message.error);
    else if (this.#handlers) this.#handle(message, this.#handlers);
    else if (message.kind === 'source-trouble')
      this.#followHandlers?.onSourceTrouble(message.what, message.details);
    else if (message.kind === 'source-health') this.#followHandlers?.onSourceHealth?.(message.report);
    else if (message.kind === 'inputs') this.#followHandlers?.onInputs?.(message.event);
  }

  #handle(message: Message<TickKind>, handlers: PipelineHandlers): void {
    // A tick that was on its way when everything closed is no loss: it was not acknowledged.
    const failed = (error: unknown) => this.#fail(error as Error);
    if (message.kind === 'tick') {
      const { at } = message.tick;
      handlers.tick(message).then((stored) => this.#say({ kind: 'published', at, stored }), failed);
    } else if (message.kind === 'derivatives') {
      const { at } = message.refresh;
      handlers.derivatives(message).then(() => this.#say({ kind: 'derivatives-published', at }), failed);
    } else {
      const handle = handlers[message.kind] as (message: FromPipeline) => void;
      handle(message);
    }
  }
}

function readByThread(inputs: InputSettings): InputSettings {
  return inputs.store ? { ...inputs, store: forThread(inputs.store) } : inputs;
}
