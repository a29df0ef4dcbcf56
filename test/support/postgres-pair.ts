import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LoopDisk } from './loop-disk.ts';
import { PostgresMember } from './postgres-member.ts';
import { postgresUser } from './postgres-server.ts';

const SLOT = 'standby';
const POLL_MS = 50;
const SYNCHRONOUS_WITHIN_MS = 60_000;
const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '10',
  max_replication_slots: '10',
  hot_standby: 'on',
  max_connections: '300',
  shared_buffers: '32MB',
  min_wal_size: '32MB',
  max_wal_size: '128MB',
  // A standby of a primary that came back reconnects quickly.
  wal_retrieve_retry_interval: '200ms',
};

export interface PostgresPairOptions {
  /** Puts each server's data on a small separate file system of this size. */
  readonly diskBytes?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A primary, and a standby that has every commit before it is acknowledged. */
export class PostgresPair {
  /** Called with each new primary before it accepts connections: the address moves here. */
  onMoved: (primary: PostgresMember) => void = () => undefined;
  readonly #folder: string;
  readonly #disks: Map<PostgresMember, LoopDisk>;
  #primary: PostgresMember;
  #standby: PostgresMember;

  private constructor(
    folder: string,
    [primary, standby]: readonly [PostgresMember, PostgresMember],
    disks: Map<PostgresMember, LoopDisk>,
  ) {
    this.#folder = folder;
    this.#primary = primary;
    this.#standby = standby;
    this.#disks = disks;
  }

  static async start({ diskBytes, settings = {} }: PostgresPairOptions = {}): Promise<PostgresPair> {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-postgres-pair-'));
    const { uid, gid } = postgresUser();
    chownSync(folder, uid, gid);
    const disks = new Map<PostgresMember, LoopDisk>();
    const memberAt = async (name: string) => {
      const disk =
        diskBytes === undefined ? undefined : new LoopDisk(join(folder, name), diskBytes, postgresUser());
      const member = await PostgresMember.at(disk?.folder ?? join(folder, name), {
        ...SETTINGS,
        ...settings,
      });
      if (disk) disks.set(member, disk);
      return member;
    };
    const pair = new PostgresPair(folder, [await memberAt('a'), await memberAt('b')], disks);
    await pair.#primary.initialise();
    await pair.#primary.start();
    await pair.#follow();
    return pair;
  }

  get primary(): PostgresMember {
    return this.#primary;
  }

  get standby(): PostgresMember {
    return this.#standby;
  }

  /** The file system of the primary's data, if it has a separate one. */
  get primaryDisk(): LoopDisk | undefined {
    return this.#disks.get(this.#primary);
  }

  /** Waits until the standby has every commit before it is acknowledged; rejects if that does not happen. */
  async untilSynchronous(withinMs = SYNCHRONOUS_WITHIN_MS): Promise<void> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const state = await this.#syncState();
      if (state === 'sync') return;
      if (performance.now() > deadline)
        throw new Error(`the standby is not synchronous but ${state}: ${this.#standby.log.slice(-500)}`);
      await delay(POLL_MS);
    }
  }

  /**
   * Kills the primary; the standby takes over its role and address. Resolves once it has; `rebuild` then makes a new
   * standby. Nothing is killed before the standby is known to have every commit.
   */
  async promote(): Promise<void> {
    const state = await this.#syncState();
    if (state !== 'sync') throw new Error(`the standby is not synchronous but ${state}: nothing is promoted`);
    await this.#primary.kill();
    await this.#promoteStandby();
  }

  /**
   * The same with a standby that lacks every commit made during `work`: they were acknowledged, and are lost. Nothing
   * is acknowledged before the standby is gone.
   */
  async promoteWithout(work: () => Promise<void>): Promise<void> {
    await this.#standby.kill();
    this.#primary.configure({ synchronous_standby_names: '' });
    await work();
    await this.#primary.kill();
    await this.#standby.start();
    await this.#promoteStandby();
  }

  /** Makes a new standby in place of the killed primary. */
  async rebuild(): Promise<void> {
    await this.#follow();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#primary.kill(), this.#standby.kill()]);
    for (const disk of this.#disks.values()) disk.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #promoteStandby(): Promise<void> {
    const promoted = this.#standby;
    // Otherwise the primary would wait for the missing standby, and commits would never end.
    promoted.configure({ synchronous_standby_names: '' });
    await promoted.rows('select pg_promote(true, 60)');
    this.#standby = this.#primary;
    this.#primary = promoted;
    this.onMoved(promoted);
  }

  async #follow(): Promise<void> {
    await this.#primary.rows(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${SLOT}'`,
    );
    await this.#primary.rows(`select pg_create_physical_replication_slot('${SLOT}')`);
    await this.#standby.copyFrom(this.#primary, SLOT);
    await this.#standby.start();
    this.#primary.configure({ synchronous_standby_names: '*' });
    await this.untilSynchronous();
  }

  async #syncState(): Promise<string> {
    const [row] = await this.#primary.rows<{ sync_state: string }>(
      "select sync_state from pg_stat_replication where state = 'streaming'",
    );
    return row?.sync_state ?? 'absent';
  }
}
