import { Deferred } from '../../../core/async/deferred.ts';

interface Task {
  readonly key: string;
  readonly run: () => Promise<unknown>;
  readonly done: Deferred<unknown>;
  waiters: number;
  hasBegun: boolean;
}

/** Rejection of a task whose result is no longer wanted. */
export class TaskDropped extends Error {
  constructor() {
    super('the result is no longer wanted');
  }
}

/**
 * Runs tasks one at a time, round-robin across clients; tasks with the same key run once. Drops tasks whose
 * callers have all left.
 */
export class FairTaskQueue {
  readonly #queues = new Map<string, Task[]>();
  readonly #tasks = new Map<string, Task>();
  #isRunning = false;

  /** Call `leave` when the result is no longer wanted. */
  submit<T>(key: string, client: string, run: () => Promise<T>): { result: Promise<T>; leave: () => void } {
    let task = this.#tasks.get(key);
    if (!task) {
      task = { key, run, done: new Deferred(), waiters: 0, hasBegun: false };
      task.done.promise.catch(() => undefined);
      this.#tasks.set(key, task);
    }
    // The task is in the queue of every waiting client: it starts at the first turn of one of them.
    const queue = this.#queueOf(client);
    if (!task.hasBegun && !queue.includes(task)) queue.push(task);
    task.waiters++;
    let hasLeft = false;
    const joinedTask = task;
    const leave = () => {
      if (!hasLeft) joinedTask.waiters--;
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
      task.hasBegun = true;
      if (task.waiters === 0) task.done.reject(new TaskDropped());
      else await task.run().then(task.done.resolve, task.done.reject);
      this.#tasks.delete(task.key);
    }
    this.#isRunning = false;
  }

  #next(): Task | undefined {
    for (const [client, queue] of this.#queues) {
      const task = queue.find(({ hasBegun }) => !hasBegun);
      const left = task ? queue.slice(queue.indexOf(task) + 1) : [];
      // Moves the client to the end.
      this.#queues.delete(client);
      if (left.length > 0) this.#queues.set(client, left);
      if (task) return task;
    }
    return undefined;
  }
}
