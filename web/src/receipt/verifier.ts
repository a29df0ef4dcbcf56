import type { AnswerMessage, CallMessage, VerifierCalls } from './verifier-calls.ts';

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The verifier of the SDK, in a worker that starts with the first call. */
export class Verifier {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;

  call<Name extends keyof VerifierCalls>(
    name: Name,
    ...given: Parameters<VerifierCalls[Name]>
  ): Promise<Awaited<ReturnType<VerifierCalls[Name]>>> {
    const worker = (this.#worker ??= this.#start());
    const call = ++this.#calls;
    const message: CallMessage = { call, name, given };
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      worker.postMessage(message);
    });
  }

  /** Pending calls never settle. */
  close(): void {
    this.#worker?.terminate();
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./verifier-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage>) => this.#receive(data));
    worker.addEventListener('error', () => this.#fail());
    return worker;
  }

  #receive(message: AnswerMessage): void {
    const waiting = this.#waiting.get(message.call);
    this.#waiting.delete(message.call);
    if ('problem' in message) waiting?.reject(new Error(message.problem));
    else waiting?.resolve(message.answer as never);
  }

  /** The worker failed to load or to run: the next call starts another. */
  #fail(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error('the verifier could not be started'));
    this.#waiting.clear();
  }
}
