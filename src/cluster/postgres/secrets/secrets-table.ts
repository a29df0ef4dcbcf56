import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { Listeners } from '../../../core/async/listeners.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import type { Millis } from '../../../core/time.ts';
import type { Database, DatabaseRow, Session } from '../database.ts';
import type { KnownProgress } from '../known-progress.ts';
import { StoreOutdated } from '../store-away.ts';
import { secretsError } from './secrets-error.ts';
import { REVOKE_AGAIN, type RevocationKeeper, type Revocations } from './revocations.ts';

export interface SecretsPlace {
  readonly database: Database;
  readonly clock: Clock;
  /** How often to look for changes of other processes. */
  readonly everyMs?: Millis;
  /** Called when looking for changes of other processes starts to fail, and when it works again. */
  readonly onWatching?: (works: boolean) => void;
  /** Called after each look. `beganAt` (monotonic clock) if it succeeded: all changes before then are known. */
  readonly onLook?: (beganAt?: Millis) => void;
  /** Known revocations, to apply again to a database that was restored. Without it, restored content is accepted as it is. */
  readonly revocations?: RevocationKeeper;
  /** How far the database is known to have come: one that is behind is neither believed nor changed. */
  readonly progress?: KnownProgress;
  /** Whether this process has the right to change the tables; it has by default. */
  readonly mayChange?: boolean;
}

/** Within this time, all processes that can reach the database know a change. */
export const SEEN_WITHIN_MS = 5000;
/** Short enough for `SEEN_WITHIN_MS`. */
const EVERY_MS = 2000;

interface StampRow extends DatabaseRow {
  readonly stamp: string;
  readonly follows?: boolean;
}

const STAMP =
  'select stamp, stamp = $2 or $2 = any(former) as follows from secrets_revision where topic = $1';
/** Also works with a database created by an older version. */
const REVISION = 'select revision as stamp from secrets_revision where topic = $1';

/** A state of a topic. Its stamp is unique, and the database knows the earlier stamps. */
interface Seen<Content> {
  readonly stamp: string | undefined;
  readonly content: Content;
}

/**
 * Tables whose content processes change as a whole, one change at a time. Listeners in this process are called for each change made or
 * seen here. If the database was restored to an earlier moment, the revocations that this process knows are applied again before
 * listeners are called.
 */
export abstract class SecretsTable<Content, Facts> {
  readonly #place: SecretsPlace;
  readonly #topic: string;
  readonly #read: (session: Session) => Promise<Content>;
  readonly #revocations: Revocations<Content, Facts>;
  readonly #listeners = new Listeners<Content>();
  readonly #queue = new SerialQueue();
  readonly #stop = new AbortController();
  #stamp: string | undefined;
  #works = true;

  constructor(
    place: SecretsPlace,
    topic: string,
    read: (session: Session) => Promise<Content>,
    revocations: Revocations<Content, Facts>,
  ) {
    this.#place = place;
    this.#topic = topic;
    this.#read = read;
    this.#revocations = revocations;
    // Reads from now on see all earlier changes.
    place.onLook?.(place.clock.monotonic());
    // Rejects only after `close`.
    void this.#watching().catch(() => undefined);
  }

  async read(): Promise<Content> {
    const { database, revocations, progress } = this.#place;
    if (revocations?.known(this.#topic)) await this.look();
    const check = progress?.check();
    return answered(
      database.read(async (session) => {
        await check?.(session);
        await this.#refuseFormer(session);
        return this.#read(session);
      }),
      false,
    );
  }

  /** `work` resolves with whether it has changed anything. No other process changes the content meanwhile. */
  protected async write(work: (session: Session) => Promise<boolean>): Promise<void> {
    await this.#queue.run(async () => {
      // Restored content is brought up to date before it is changed.
      if (this.#place.revocations?.known(this.#topic)) await answered(this.#look(), true);
      const checked = async (session: Session) => {
        await this.#refuseFormer(session);
        return work(session);
      };
      const changed = await answered(this.#write(checked), true);
      if (changed) this.#report(changed);
    });
  }

  /** A change that is not reported to other processes. */
  protected async writeUnseen(sql: string, values: readonly unknown[]): Promise<void> {
    await answered(this.#place.database.run(sql, values), true);
  }

  /** When it resolves, all changes of other processes until the call are known and reported. */
  look(): Promise<void> {
    return this.#queue.run(() => answered(this.#look(), false));
  }

  onChange(listener: (content: Content) => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): void {
    this.#stop.abort();
  }

  #write(work: (session: Session) => Promise<boolean>): Promise<Seen<Content> | undefined> {
    const check = this.#place.progress?.check();
    return this.#place.database.write(async (session) => {
      await check?.(session);
      await session.run(
        'insert into secrets_revision (topic, revision) values ($1, 0) on conflict do nothing',
        [this.#topic],
      );
      await session.rows('select 1 from secrets_revision where topic = $1 for update', [this.#topic]);
      if (!(await work(session))) return undefined;
      const [raised] = await session.rows<{ revision: string; stamp?: string }>(
        'update secrets_revision set revision = revision + 1 where topic = $1 returning *',
        [this.#topic],
      );
      const { revision, stamp = revision } = raised!;
      const content = await this.#read(session);
      return { stamp: this.#place.revocations ? stamp : revision, content };
    });
  }

  async #watching(): Promise<void> {
    const { clock, everyMs = EVERY_MS } = this.#place;
    for (;;) {
      await clock.wait(everyMs, this.#stop.signal);
      await this.#lookInTime();
    }
  }

  /** A dead connection may never report an error: a look that takes too long counts as failed, but is still awaited. */
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
    const { clock, database, revocations, onLook, progress } = this.#place;
    const beganAt = clock.monotonic();
    const known = revocations?.known(this.#topic);
    const check = progress?.check();
    const seen = await database.read(async (session) => {
      await check?.(session);
      const row = await this.#stampIn(session);
      if (known && row?.follows !== true) return 'went back';
      return row?.stamp === this.#stamp
        ? undefined
        : { stamp: row?.stamp, content: await this.#read(session) };
    });
    if (this.#stop.signal.aborted) return;
    if (seen === 'went back') {
      if (this.#place.mayChange === false) this.#refuseRestored();
      await this.#revokeAgain(known!.stamp, known!.facts as Facts);
    } else if (seen) this.#report(seen);
    onLook?.(beganAt);
  }

  async #stampIn(session: Session): Promise<StampRow | undefined> {
    const { revocations } = this.#place;
    const [row] = revocations
      ? await session.rows<StampRow>(STAMP, [this.#topic, revocations.known(this.#topic)?.stamp ?? null])
      : await session.rows<StampRow>(REVISION, [this.#topic]);
    return row;
  }

  /** After a look, which has dealt with a restored database: the address may lead to another database meanwhile. */
  async #refuseFormer(session: Session): Promise<void> {
    if (!this.#place.revocations?.known(this.#topic)) return;
    const row = await this.#stampIn(session);
    if (row?.follows !== true) throw new StoreOutdated();
  }

  /** Nothing is taken from a database that has forgotten revocations. */
  #refuseRestored(): never {
    this.#place.revocations?.mayNotRevoke?.(this.#topic);
    throw new OperatorError(
      `the database was restored to an earlier moment than this node knows, and may accept revoked clients, tokens or keys: ${REVOKE_AGAIN}`,
    );
  }

  /** The stamp of what was lost is one of the former ones from then on: another process that knows it has nothing left to do. */
  async #revokeAgain(stamp: string, facts: Facts): Promise<void> {
    let revoked: readonly string[] = [];
    const written = await this.#write(async (session) => {
      revoked = await this.#revocations.apply(session, facts);
      await session.run(
        'update secrets_revision set former = array_append(former, $2::uuid) where topic = $1',
        [this.#topic, stamp],
      );
      return true;
    });
    this.#place.revocations?.revokedAgain(this.#topic, revoked);
    this.#report(written!);
  }

  #report({ stamp, content }: Seen<Content>): void {
    const { revocations } = this.#place;
    this.#stamp = stamp;
    if (revocations && stamp !== undefined) {
      const before = revocations.known(this.#topic)?.facts as Facts | undefined;
      revocations.keep(this.#topic, { stamp, facts: this.#revocations.facts(content, before) });
    }
    this.#listeners.notify(content);
  }

  #note(works: boolean): void {
    if (this.#stop.signal.aborted) return;
    if (works !== this.#works) this.#place.onWatching?.(works);
    this.#works = works;
    if (!works) this.#place.onLook?.();
  }
}

async function answered<T>(asked: Promise<T>, isChange: boolean): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw secretsError(error, isChange);
  }
}
