import { MINUTE_MS } from '../../../core/time.ts';
import { compiledModule, compiledUrl } from '../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';
import type { SourcePast } from './open-past-model.ts';
import type { PastCallKind, PastCalls } from './past-messages.ts';

/** Requests for the past come in bursts: the thread keeps its model for this long after the last call. */
const MAX_IDLE_MS = MINUTE_MS;

/** Models the past for requests and for the first lists, in its own thread. Long calls let short ones run first. */
export class PastThread {
  readonly #calls: ThreadCalls;

  constructor(past: SourcePast) {
    const workerData = { ...past, sources: compiledModule(past.sources).href };
    this.#calls = new ThreadCalls(compiledUrl('past-worker', import.meta.url), workerData, MAX_IDLE_MS);
  }

  call<K extends PastCallKind>(kind: K, request: PastCalls[K]['request']): Promise<PastCalls[K]['reply']> {
    return this.#calls.call({ kind, ...request });
  }

  start(): void {
    this.#calls.start();
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}
