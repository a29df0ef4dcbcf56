import { basename } from 'node:path';
import { parentPort, Worker, type ResourceLimits, type TransferListItem } from 'node:worker_threads';

/** These threads work on memory outside the heap. A small limit makes V8 collect earlier. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };
/** Default time without calls after which a thread is ended to free its memory. */
const IDLE_MS = 1000;

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

/** A worker thread that answers calls. It runs while it is called or held. If it dies, pending calls fail and the next call restarts it. */
export class ThreadCalls {
  readonly #file: URL;
  readonly #workerData: unknown;
  readonly #idleMs: number;
  readonly #memory: ResourceLimits;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;
  #holds = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(file: URL, workerData: unknown, idleMs = IDLE_MS, memory: ResourceLimits = MEMORY) {
    this.#file = file;
    this.#workerData = workerData;
    this.#idleMs = idleMs;
    this.#memory = memory;
  }

  call<Result>(request: unknown, transfer: readonly TransferListItem[] = []): Promise<Result> {
    if (this.#closed) return Promise.reject(new Error('the thread is closed'));
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = ++this.#calls;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, request } satisfies Call, transfer);
    });
  }

  /** Starts the thread early, so that the first call does not wait for it to load. */
  start(): void {
    if (!this.#closed) this.#worker ??= this.#start();
  }

  /** Keeps the thread and its memory until `release`. */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    this.#endWhenIdle();
  }

  /** Terminates the thread at once, even in the middle of a call. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#workerData, resourceLimits: this.#memory });
    let cause = new Error(`the thread ${basename(this.#file.pathname)} has ended`);
    worker.on('message', (answer: Answer) => this.#receive(answer));
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => {
      // An idle thread was ended on purpose: no call waits for it.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(cause);
      this.#waiting.clear();
    });
    return worker;
  }

  #receive({ number, value, error }: Answer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error) waiting?.reject(Object.assign(new Error(error.message), error));
    else waiting?.resolve(value as never);
    this.#endWhenIdle();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#closed || this.#holds > 0 || this.#waiting.size > 0) return;
    this.#idleTimer = setTimeout(() => {
      void this.#worker?.terminate();
      this.#worker = undefined;
    }, this.#idleMs).unref();
  }
}

/** The worker's side: answers calls one at a time. Buffers returned by `moved` are transferred with the answer, not copied. */
export function answerCalls<Request, Result>(
  answer: (request: Request) => Result | Promise<Result>,
  moved: (result: Result) => readonly TransferListItem[] = () => [],
): void {
  let before: Promise<void> = Promise.resolve();
  parentPort?.on('message', ({ number, request }: Call) => {
    before = before.then(() => replyWith(number, () => answer(request as Request), moved));
  });
}

/** Like `answerCalls`, but answers calls concurrently. */
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
