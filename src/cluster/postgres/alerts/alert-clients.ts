import type { Client } from '../../../auth/client-store.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { Database } from '../database.ts';

type KnownClient = Omit<Client, 'name'>;

/** What the leader knows of clients: whether they exist, and which data they may get. */
export class AlertClients {
  readonly #database: Pick<Database, 'rows'>;
  readonly #clock: Pick<Clock, 'now'>;
  #clients: ReadonlyMap<string, KnownClient> = new Map();
  #readAt: Millis = -Infinity;
  #refreshing: Promise<void> | undefined;

  constructor(database: Pick<Database, 'rows'>, clock: Pick<Clock, 'now'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** If it rejects, the clients are those of the last read. */
  async refresh(): Promise<void> {
    const startedAt = this.#clock.now();
    const rows = await this.#database.rows<{ id: string; content: KnownClient }>(
      'select id, content from alert_client',
    );
    this.#clients = new Map(rows.map(({ id, content }) => [id, content]));
    this.#readAt = startedAt;
  }

  /** Resolves when the clients were read at this time or later. Calls that wait share a read. */
  async refreshedSince(at: Millis): Promise<void> {
    if (this.#readAt >= at) return;
    await this.#sharedRefresh();
    // A read that had begun earlier may have missed a change.
    if (this.#readAt < at) await this.#sharedRefresh();
  }

  #sharedRefresh(): Promise<void> {
    return (this.#refreshing ??= this.refresh().finally(() => (this.#refreshing = undefined)));
  }

  has(id: string): boolean {
    return this.#clients.has(id);
  }

  /** The client, if it exists and is neither disabled nor expired. */
  findUsable(id: string): KnownClient | undefined {
    const client = this.#clients.get(id);
    if (!client || client.disabled) return undefined;
    return client.expiresAt !== undefined && client.expiresAt <= this.#clock.now() ? undefined : client;
  }
}
