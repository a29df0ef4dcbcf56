import type { Clock } from '../../core/clock.ts';
import { Listeners } from '../../core/listeners.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { Millis } from '../../core/time.ts';
import type { Database, Session } from '../../postgres/database.ts';

export interface SecretsPlace {
  readonly database: Database;
  readonly clock: Clock;
  /** How often to look for changes of other processes. */
  readonly everyMs?: Millis;
  /** Changes of others are not seen, and when they are again. */
  readonly onWatching?: (works: boolean) => void;
}

/** Often enough that a client that was disabled anywhere is refused everywhere within five seconds. */
const EVERY_MS = 2000;

/**
 * Content of some tables that is changed whole, by any process: one change after the other, and each is told to the listeners of
 * this process when it is done here, or seen.
 */
export class SecretsWatch<Content> {
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
    return this.#place.database.read((session) => this.#read(session));
  }

  /** `work` says whether it has changed anything. Nobody else changes the content in between. */
  async change(work: (session: Session) => Promise<boolean>): Promise<void> {
    await this.#queue.run(async () => {
      const changed = await this.#place.database.write(async (session) => {
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
      if (changed) this.#tell(changed.revision, changed.content);
    });
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
      await this.#queue
        .run(() => this.#look())
        .then(
          () => this.#note(true),
          () => this.#note(false),
        );
    }
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
    if (works !== this.#works) this.#place.onWatching?.(works);
    this.#works = works;
  }
}
