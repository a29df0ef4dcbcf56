import { Tidemark } from '../../../sdk/src/node.ts';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { Cluster } from './cluster.ts';
import { PageReader } from './page-reader.ts';
import { BALANCER, type ClientRecord, type PageRecord } from './record.ts';
import { TickClient } from './tick-client.ts';
import { until } from './until.ts';

const INDICES = ['BTC_USD', 'BTC', 'ETH', 'BLX'];
const FIRST_WITHIN_MS = 120_000;
const LAST_WITHIN_MS = 90_000;

/** All clients of a run. */
export class Audience {
  /** The first slot that all clients can receive. */
  readonly from: Millis;
  /** Indices whose pages are read. */
  readonly indexIds: readonly string[];
  readonly #clients: readonly TickClient[];
  readonly #readers: readonly PageReader[];

  private constructor(
    { from, indexIds }: Pick<Audience, 'from' | 'indexIds'>,
    clients: readonly TickClient[],
    readers: readonly PageReader[],
  ) {
    this.from = from;
    this.indexIds = indexIds;
    this.#clients = clients;
    this.#readers = readers;
  }

  /** Resolves when each client has its first tick. */
  static async join(cluster: Cluster, pageEveryMs: Millis): Promise<Audience> {
    const { audience } = cluster;
    const places = [
      ...cluster.of('serve').map(({ name, url }) => ({ node: name, url })),
      // Connects to any of the serving nodes.
      { node: BALANCER, url: audience },
    ];
    let indexIds: readonly string[] = [];
    const findIds = async () => (indexIds = await idsOf(audience)).length > 0;
    await until('the indices', findIds, FIRST_WITHIN_MS);
    const clients = places.flatMap(({ node, url }) => [
      new TickClient({ name: `${node}: indices`, node, url, audience, selection: INDICES }),
      new TickClient({ name: `${node}: all MWA`, node, url, audience, selection: { indexType: 'MWA' } }),
    ]);
    await until('the first tick of every client', () => clients.every(hasBegun), FIRST_WITHIN_MS);
    const from = Math.max(...clients.map(({ newest }) => newest));
    const newest = () => Math.max(...clients.map((client) => client.newest));
    const readers = cluster
      .of('serve')
      .map(
        ({ name, url }) =>
          new PageReader({ node: name, url, audience, indexIds, from, newest, everyMs: pageEveryMs }),
      );
    return new Audience({ from, indexIds }, clients, readers);
  }

  /** The newest slot of any client. */
  get newest(): Millis {
    return Math.max(...this.#clients.map(({ newest }) => newest));
  }

  /** Resolves with the next slot once all clients have received it, or after a timeout. */
  async untilNextSlot(): Promise<Millis> {
    const last = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS;
    const haveIt = () => this.#clients.every(({ newest }) => newest >= last);
    // The checker reports what is missing.
    await until('the last slot', haveIt, LAST_WITHIN_MS).catch(() => undefined);
    return last;
  }

  async leave(): Promise<{ readonly clients: ClientRecord[]; readonly pages: PageRecord[] }> {
    await Promise.all([...this.#clients, ...this.#readers].map((one) => one.close()));
    return {
      clients: this.#clients.map(({ record }) => record),
      pages: this.#readers.flatMap(({ pages }) => pages),
    };
  }
}

function hasBegun({ newest, record }: TickClient): boolean {
  if (record.failures.length > 0) throw new Error(`${record.name}: ${record.failures.join()}`);
  return newest > 0;
}

async function idsOf(url: string): Promise<string[]> {
  const tidemark = new Tidemark({ url, clientId: 'demo', clientSecret: 'demo' });
  return Promise.all(INDICES.map(async (name) => (await tidemark.find(name)).indexId));
}
