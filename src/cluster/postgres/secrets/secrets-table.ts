import type { Clock } from '../../../core/clocks/clock.ts';
import { Listeners } from '../../../core/async/listeners.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import type { Millis } from '../../../core/time.ts';
import type { Database, Session } from '../database.ts';
import { secretsError } from './secrets-error.ts';

export interface SecretsPlace {
  readonly database: Database;
  readonly clock: Clock;
  /** How often to look for changes of other processes. */
  readonly everyMs?: Millis;
  /** Changes of others are not seen, and when they are again. */
  readonly onWatching?: (works: boolean) => void;
}

/** What one process changes, all that can reach the database know within that time. */
export const SEEN_WITHIN_MS = 5000;
/** Often enough for that. */
const EVERY_MS = 2000;

/**
 * Tables whose content any process changes as a whole, one change after the other. Each change is reported to the listeners of this process
 * when it is made here, or seen.
 */
export abstract class SecretsTable<Content> {
  readonly #place: SecretsPlace;
  readonly #topic: string;
  readonly #read: (session: Session) => Promise<Content>;
  readonly #listeners = new Listeners<Content>();
  readonly #queue = new SerialQueue();
  readonly #stop = new AbortController();
  #revision = 0;
  #works = true;

  constructor(place: SecretsPlace, topic: string, read: (session: Session) => Promise<Content>) {
    this.#place = place;
    this.#topic = topic;
    this.#read = read;
    // Ends with `close`, and only by that.
    void this.#watching().catch(() => undefined);
  }

  read(): Promise<Content> {
    return told(
      this.#place.database.read((session) => this.#read(session)),
      false,
    );
  }

  /** `work` says whether it has changed anything. No other process changes the content in between. */
  protected async write(work: (session: Session) => Promise<boolean>): Promise<void> {
    const { database } = this.#place;
    await this.#queue.run(async () => {
      const writing = database.write(async (session) => {
        await session.run(
          'insert into secrets_revision (topic, revision) values ($1, 0) on conflict do nothing',
          [this.#topic],
        );
        await session.rows('select 1 from secrets_revision where topic = $1 for update', [this.#topic]);
        if (!(await work(session))) return undefined;
        const [raised] = await session.rows<{ revision: string }>(
          'update secrets_revision set revision = revision + 1 where topic = $1 returning revision',
          [this.#topic],
        );
        return { revision: Number(raised!.revision), content: await this.#read(session) };
      });
      const changed = await told(writing, true);
      if (changed) this.#tell(changed.revision, changed.content);
    });
  }

  /** What other processes have changed until now is known, and told, when it resolves. */
  look(): Promise<void> {
    return this.#queue.run(() => told(this.#look(), false));
  }

  onChange(hear: (content: Content) => void): () => void {
    return this.#listeners.add(hear);
  }

  close(): void {
    this.#stop.abort();
  }

  async #watching(): Promise<void> {
    const { clock, everyMs = EVERY_MS } = this.#place;
    for (;;) {
      await clock.wait(everyMs, this.#stop.signal);
      await this.#lookInTime();
    }
  }

  /** A connection may be dead without an end: what takes too long is told as well, and waited for all the same. */
  async #lookInTime(): Promise<void> {
    const done = new AbortController();
    const late = this.#place.clock.wait(SEEN_WITHIN_MS, done.signal).then(
      () => this.#note(false),
      () => undefined,
    );
    await this.#queue
      .run(() => this.#look())
      .then(
        () => this.#note(true),
        () => this.#note(false),
      );
    done.abort();
    await late;
  }

  async #look(): Promise<void> {
    const seen = await this.#place.database.read(async (session) => {
      const [row] = await session.rows<{ revision: string }>(
        'select revision from secrets_revision where topic = $1',
        [this.#topic],
      );
      const revision = Number(row?.revision ?? 0);
      return revision === this.#revision ? undefined : { revision, content: await this.#read(session) };
    });
    if (seen && !this.#stop.signal.aborted) this.#tell(seen.revision, seen.content);
  }

  #tell(revision: number, content: Content): void {
    this.#revision = revision;
    this.#listeners.tell(content);
  }

  #note(works: boolean): void {
    if (this.#stop.signal.aborted) return;
    if (works !== this.#works) this.#place.onWatching?.(works);
    this.#works = works;
  }
}

async function told<T>(asked: Promise<T>, isChange: boolean): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw secretsError(error, isChange);
  }
}
