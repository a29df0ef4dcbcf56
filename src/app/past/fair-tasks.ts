import { Deferred } from '../../core/deferred.ts';

interface Task {
  readonly key: string;
  readonly run: () => Promise<unknown>;
  readonly done: Deferred<unknown>;
  waiters: number;
}

/** What a task that nothing waits for any more ends with. */
export class NotWanted extends Error {
  constructor() {
    super('nothing waits for it any more');
  }
}

/**
 * Runs tasks one at a time, round-robin across clients. Equal tasks are run once. A queued task that nothing waits for any
 * more is dropped, so that the queue holds no more tasks than there are requests.
 */
export class FairTasks {
  /** Of each client, in the order of their turns. */
  readonly #queues = new Map<string, Task[]>();
  readonly #tasks = new Map<string, Task>();
  #isRunning = false;

  /** Call `leave` once the result is not wanted any more. */
  ask<T>(key: string, client: string, run: () => Promise<T>): { result: Promise<T>; leave: () => void } {
    let task = this.#tasks.get(key);
    if (!task) {
      task = { key, run, done: new Deferred(), waiters: 0 };
      task.done.promise.catch(() => undefined);
      this.#tasks.set(key, task);
      this.#queueOf(client).push(task);
    }
    task.waiters++;
    let hasLeft = false;
    const asked = task;
    const leave = () => {
      if (!hasLeft) asked.waiters--;
      hasLeft = true;
    };
    if (!this.#isRunning) void this.#runAll();
    return { result: task.done.promise as Promise<T>, leave };
  }

  #queueOf(client: string): Task[] {
    let queue = this.#queues.get(client);
    if (!queue) this.#queues.set(client, (queue = []));
    return queue;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let task = this.#next(); task; task = this.#next()) {
      if (task.waiters === 0) task.done.reject(new NotWanted());
      else await task.run().then(task.done.resolve, task.done.reject);
      this.#tasks.delete(task.key);
    }
    this.#isRunning = false;
  }

  #next(): Task | undefined {
    const [client] = this.#queues.keys();
    if (client === undefined) return undefined;
    const queue = this.#queues.get(client)!;
    const task = queue.shift();
    // The next turn is that of the next client.
    this.#queues.delete(client);
    if (queue.length > 0) this.#queues.set(client, queue);
    return task;
  }
}
