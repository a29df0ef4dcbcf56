import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { SLOT_MS } from '../../../src/core/time.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { readAll } from '../../support/rest-history.ts';
import { eventually, Tidemark, tokenOf, type RunningService } from '../../support/tidemark-process.ts';

const KEYS = ['kraken', 'bitstamp', 'bitfinex', 'okx', 'binance', 'coinbase'];

/** Services on the live exchanges of a rig with constant prices: no ticker moves after a restart. */
export class LiveServices {
  readonly #tidemark = new Tidemark();
  readonly #world = new RigWorld({ size: 'small' });
  #rig: Rig | undefined;

  constructor() {
    beforeAll(async () => {
      this.#rig = await Rig.start();
      const now = Date.now();
      for (const key of KEYS) this.#rig.set(key, this.#world.instrumentsOf(key, now, 50));
    });
    afterAll(() => this.#rig?.close());
  }

  newFolder(): string {
    return this.#tidemark.newFolder();
  }

  serve(folder: string): Promise<RunningService> {
    const gateway = this.#rig?.gateway ?? '';
    const flags = `--source live --derivatives none --exchanges ${KEYS.join(',')} --exchange-gateway ${gateway} --demo`;
    return this.#tidemark.serve([...flags.split(' '), '--data', folder]);
  }
}

async function contentOf<T>(service: RunningService, path: string): Promise<readonly T[]> {
  const token = await tokenOf(service.baseUrl);
  const answer = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return ((await answer.json()) as { content: readonly T[] }).content;
}

/** The ids and names that clients see, and when each ticker moved. */
export async function identities(service: RunningService) {
  const named = async (path: string) => {
    const rows = await contentOf<{ id: string; name?: string; symbol?: string }>(service, path);
    return rows.map(({ id, name, symbol }) => `${id} ${name} ${symbol}`).toSorted();
  };
  let tickers: readonly { exchangeId: string; marketId: string; lastMoved: string }[] = [];
  // After a start, tickers arrive with the next slot.
  await eventually(async () => {
    tickers = await contentOf(service, '/v3/exchange-ticker?size=2000');
    return tickers.length > 0;
  }, 3 * SLOT_MS);
  return {
    assets: await named('/v3/asset?size=2000'),
    markets: await named('/v3/market?size=2000'),
    exchanges: await named('/v3/exchange?size=2000'),
    moved: tickers
      .map(({ exchangeId, marketId, lastMoved }) => `${exchangeId} ${marketId} ${lastMoved}`)
      .toSorted(),
  };
}

/** The collector: the child process of the service that runs its module. */
export function collectorOf(parent: number): number | undefined {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = processes.find((pid) => {
    try {
      const isChild =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
      return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('collector-process');
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  });
  return found === undefined ? undefined : Number(found);
}

/** Timestamps of an index's values, oldest first. */
export async function timesOf(service: RunningService, indexId: string): Promise<number[]> {
  const all = await readAll(service, await tokenOf(service.baseUrl), indexId);
  return all.map(({ timestamp }) => Date.parse(timestamp)).toReversed();
}
