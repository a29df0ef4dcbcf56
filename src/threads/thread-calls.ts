import { basename } from 'node:path';
import { parentPort, Worker, type ResourceLimits, type TransferListItem } from 'node:worker_threads';

/** These threads work on memory outside the heap. A small limit makes V8 collect earlier. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };
/** A thread that was not called for so long ends, and with it all memory that it has, unless it is given another time. */
const REST_AFTER_MS = 1000;

interface Call {
  readonly number: number;
  readonly request: unknown;
}

interface Answer {
  readonly number: number;
  readonly value?: unknown;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly stack?: string | undefined;
    readonly code?: string | number | undefined;
  };
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that answers calls, alive while called or held. If it dies, waiting calls fail and the next one restarts it. */
export class ThreadCalls {
  readonly #file: URL;
  readonly #workerData: unknown;
  readonly #restAfterMs: number;
  readonly #memory: ResourceLimits;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;
  #holds = 0;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(file: URL, workerData: unknown, restAfterMs = REST_AFTER_MS, memory: ResourceLimits = MEMORY) {
    this.#file = file;
    this.#workerData = workerData;
    this.#restAfterMs = restAfterMs;
    this.#memory = memory;
  }

  call<Result>(request: unknown, transfer: readonly TransferListItem[] = []): Promise<Result> {
    if (this.#closed) return Promise.reject(new Error('the thread is closed'));
    clearTimeout(this.#rest);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = ++this.#calls;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, request } satisfies Call, transfer);
    });
  }

  /** Starts the thread before it is called, so that the first call does not wait for what it loads. */
  start(): void {
    if (!this.#closed) this.#worker ??= this.#start();
  }

  /** Until it is released, what the thread has in memory is needed. */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    this.#restSoon();
  }

  /** Ends the thread where it stands: what it does must bear that. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#workerData, resourceLimits: this.#memory });
    let cause = new Error(`the thread ${basename(this.#file.pathname)} has ended`);
    worker.on('message', (answer: Answer) => this.#hear(answer));
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => {
      // No call waits for one that was sent to rest.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(cause);
      this.#waiting.clear();
    });
    return worker;
  }

  #hear({ number, value, error }: Answer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error) waiting?.reject(Object.assign(new Error(error.message), error));
    else waiting?.resolve(value as never);
    this.#restSoon();
  }

  #restSoon(): void {
    clearTimeout(this.#rest);
    if (this.#closed || this.#holds > 0 || this.#waiting.size > 0) return;
    this.#rest = setTimeout(() => {
      void this.#worker?.terminate();
      this.#worker = undefined;
    }, this.#restAfterMs).unref();
  }
}

/** The other side: answers calls one after the other. Buffers that `moved` names are moved with the answer, not copied. */
export function answerCalls<Request, Result>(
  answer: (request: Request) => Result | Promise<Result>,
  moved: (result: Result) => readonly TransferListItem[] = () => [],
): void {
  let before: Promise<void> = Promise.resolve();
  parentPort?.on('message', ({ number, request }: Call) => {
    before = before.then(() => replyWith(number, () => answer(request as Request), moved));
  });
}

/** The same, except that a call whose answer takes several turns of the event loop does not hold up the calls after it. */
export function answerCallsConcurrently<Request>(answer: (request: Request) => unknown): void {
  parentPort?.on('message', ({ number, request }: Call) => {
    void replyWith(number, () => answer(request as Request));
  });
}

async function replyWith<Result>(
  number: number,
  answer: () => Result | Promise<Result>,
  moved: (result: Result) => readonly TransferListItem[] = () => [],
): Promise<void> {
  try {
    const value = await answer();
    reply({ number, value }, moved(value));
  } catch (error) {
    const { name, message, stack, code } = error as NodeJS.ErrnoException;
    reply({ number, error: { name, message, stack, code } });
  }
}

function reply(answer: Answer, moved: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(answer, moved);
}
