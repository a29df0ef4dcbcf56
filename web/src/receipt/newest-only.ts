/** Runs one task at a time. Of the tasks requested meanwhile, only the last one runs afterwards. */
export class NewestOnly {
  #next: (() => Promise<void>) | undefined;
  #isBusy = false;

  /** `task` handles its own failures. */
  run(task: () => Promise<void>): void {
    this.#next = task;
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let task = this.#take(); task; task = this.#take()) await task();
    } finally {
      this.#isBusy = false;
    }
  }

  #take(): (() => Promise<void>) | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
