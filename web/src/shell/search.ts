import type { Exchange, Market } from '@tidemark/sdk';
import type { AssetRow } from '../data/asset-rows.ts';

/** A search result with its address. */
export interface Found {
  readonly kind: 'asset' | 'market' | 'exchange';
  readonly id: string;
  /** For example BTC, BTC_USD, Kraken. */
  readonly title: string;
  readonly about: string;
}

interface Searched {
  readonly assets: readonly AssetRow[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
}

const MOST = { asset: 8, market: 6, exchange: 4 } as const;

/** Lower is better; undefined if it does not match. */
function distance(text: string, ...names: readonly string[]): number | undefined {
  let best: number | undefined;
  for (const [i, name] of names.entries()) {
    const at = name.toLowerCase().indexOf(text);
    if (at === -1) continue;
    const here = (name.length === text.length ? 0 : at === 0 ? 2 : 4) + i;
    if (best === undefined || here < best) best = here;
  }
  return best;
}

function best<T>(records: readonly T[], most: number, rate: (record: T) => number | undefined): T[] {
  const found: { record: T; at: number }[] = [];
  for (const record of records) {
    const at = rate(record);
    if (at !== undefined) found.push({ record, at });
  }
  // Equal matches stay in the order of the list: largest first.
  return found
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ record }) => record);
}

/** Assets, then markets, then exchanges, the best matches of each. */
export function search(typed: string, { assets, markets, exchanges }: Searched): Found[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [];
  // People write markets with various separators.
  const pair = text.replace(/[\s/-]+/, '_');
  return [
    ...best(assets, MOST.asset, ({ symbol, name }) => distance(text, symbol, name)).map(
      ({ id, symbol, name, rank }): Found => ({
        kind: 'asset',
        id,
        title: symbol,
        about: `${name} · #${rank}`,
      }),
    ),
    ...best(markets, MOST.market, ({ name }) => distance(pair, name)).map(({ id, name }): Found => ({
      kind: 'market',
      id,
      title: name,
      about: 'market',
    })),
    ...best(exchanges, MOST.exchange, ({ name }) => distance(text, name)).map(
      ({ id, name, status }): Found => ({
        kind: 'exchange',
        id,
        title: name,
        about: `exchange · ${status.toLowerCase()}`,
      }),
    ),
  ];
}
