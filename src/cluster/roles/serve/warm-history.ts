import type { Logger } from 'pino';
import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { PostgresHistoryReader } from '../../postgres/history/read/postgres-history-reader.ts';
import type { ClusterTopics } from '../cluster-topics.ts';

export interface WarmHistoryParts {
  readonly history: Pick<PostgresHistoryReader, 'warm' | 'pastChanged'>;
  readonly bus: Subscribable<ClusterTopics>;
  /** Must have subscribed to `past` before this. */
  readonly past: { revision(): number };
  readonly log: Pick<Logger, 'debug'>;
}

/**
 * Loads the newest hour before clients ask for it: when it is opened, with each tick, and after changes of the past. Runs one load at a
 * time; requests during a load cause one more.
 */
export class WarmHistory {
  readonly #parts: WarmHistoryParts;
  readonly #ends: readonly Unsubscribe[];
  #revision: number;
  #isOpen = true;
  #isWanted = false;
  #going: Promise<void> | undefined;

  constructor(parts: WarmHistoryParts) {
    this.#parts = parts;
    this.#revision = parts.past.revision();
    this.#ends = [
      parts.bus.subscribe('indices', () => void this.#warm()),
      parts.bus.subscribe('past', () => this.#pastReceived()),
    ];
  }

  /** Resolves when the newest hour is in memory, or cannot be read. */
  opened(): Promise<void> {
    return this.#warm();
  }

  /** The reader is not used after it resolves. */
  async close(): Promise<void> {
    this.#isOpen = false;
    for (const end of this.#ends) end();
    await this.#going;
  }

  /** Called with each tick, even if nothing has changed. */
  #pastReceived(): void {
    const revision = this.#parts.past.revision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#parts.history.pastChanged();
    void this.#warm();
  }

  #warm(): Promise<void> {
    this.#isWanted = true;
    return (this.#going ??= this.#run().finally(() => (this.#going = undefined)));
  }

  async #run(): Promise<void> {
    while (this.#isOpen && this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#parts.history.warm();
      } catch (error) {
        this.#parts.log.debug(
          { err: error },
          'the newest hour could not be loaded: it is loaded when needed',
        );
      }
    }
  }
}
