import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { Listeners } from '../../../core/async/listeners.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import type { Millis } from '../../../core/time.ts';
import type { Database, Row, Session } from '../database.ts';
import { secretsError } from './secrets-error.ts';
import { REVOKE_AGAIN, type RevocationKeeper, type Revocations } from './revocations.ts';

export interface SecretsPlace {
  readonly database: Database;
  readonly clock: Clock;
  /** How often to look for changes of other processes. */
  readonly everyMs?: Millis;
  /** Changes of others are not seen, and when they are again. */
  readonly onWatching?: (works: boolean) => void;
  /** After each look; `beganAt`, of the monotonic clock, where it has succeeded: what was changed before is known. */
  readonly onLook?: (beganAt?: Millis) => void;
  /** What was revoked in a database that has lost it since. Without it, content that went back is taken as it is. */
  readonly revocations?: RevocationKeeper;
  /** Whether this process has the right to change the tables; it has by default. */
  readonly mayChange?: boolean;
}

/** What one process changes, all that can reach the database know within that time. */
export const SEEN_WITHIN_MS = 5000;
/** Often enough for that. */
const EVERY_MS = 2000;

interface StampRow extends Row {
  readonly stamp: string;
  readonly follows?: boolean;
}

const STAMP =
  'select stamp, stamp = $2 or $2 = any(former) as follows from secrets_revision where topic = $1';
/** Also of a database that an older version has made. */
const REVISION = 'select revision as stamp from secrets_revision where topic = $1';

/** A state of a topic: its stamp is given once, and the database knows those that came before. */
interface Seen<Content> {
  readonly stamp: string | undefined;
  readonly content: Content;
}

/**
 * Tables whose content any process changes as a whole, one change after the other. Each change is reported to the listeners of this process
 * when it is made here, or seen. Where the database was restored to an earlier moment, what this process knows to be revoked since is revoked there
 * again before listeners get anything.
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
    // What is read from now on has all that was changed before.
    place.onLook?.(place.clock.monotonic());
    // Ends with `close`, and only by that.
    void this.#watching().catch(() => undefined);
  }

  async read(): Promise<Content> {
    const { database, revocations } = this.#place;
    if (revocations?.known(this.#topic)) await this.look();
    return answered(
      database.read((session) => this.#read(session)),
      false,
    );
  }

  /** `work` says whether it has changed anything. No other process changes the content in between. */
  protected async write(work: (session: Session) => Promise<boolean>): Promise<void> {
    await this.#queue.run(async () => {
      // Nothing is built on content that went back.
      if (this.#place.revocations?.known(this.#topic)) await answered(this.#look(), true);
      const changed = await answered(this.#write(work), true);
      if (changed) this.#report(changed);
    });
  }

  /** A change that other processes need not see. */
  protected async writeUnseen(sql: string, values: readonly unknown[]): Promise<void> {
    await answered(this.#place.database.run(sql, values), true);
  }

  /** What other processes have changed until now is known, and reported, when it resolves. */
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
    return this.#place.database.write(async (session) => {
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

  /** A connection may be dead without an end: what takes too long is reported as well, and waited for all the same. */
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
    const { clock, database, revocations, onLook } = this.#place;
    const beganAt = clock.monotonic();
    const known = revocations?.known(this.#topic);
    const seen = await database.read(async (session) => {
      const [row] = revocations
        ? await session.rows<StampRow>(STAMP, [this.#topic, known?.stamp ?? null])
        : await session.rows<StampRow>(REVISION, [this.#topic]);
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
    this.#listeners.tell(content);
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
