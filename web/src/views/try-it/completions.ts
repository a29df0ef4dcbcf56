import type { Asset, Exchange, Market } from '@tidemark/sdk';

/** A suggested value for a field. */
export interface Completion {
  readonly value: string;
  /** Description, if the value does not explain itself. */
  readonly about: string;
}

export type Completed =
  | 'symbols'
  | 'slugs'
  | 'assets'
  | 'markets'
  | 'marketNames'
  | 'exchanges'
  | 'exchangeNames'
  | 'indices'
  | 'liquid';

const BY_NAME: Readonly<Record<string, Completed>> = {
  symbol: 'symbols',
  fromSymbol: 'symbols',
  toSymbol: 'symbols',
  baseSymbol: 'symbols',
  quoteSymbol: 'symbols',
  slugName: 'slugs',
  assetId: 'assets',
  fromAssetId: 'assets',
  toAssetId: 'assets',
  baseAssetId: 'assets',
  quoteAssetId: 'assets',
  marketId: 'markets',
  marketName: 'marketNames',
  exchangeId: 'exchanges',
  indexId: 'indices',
  name: 'liquid',
};
const BY_ROUTE: Readonly<Record<string, Completed>> = {
  'listExchanges name': 'exchangeNames',
  'getAsset id': 'assets',
  'getMarket id': 'markets',
  'getExchange id': 'exchanges',
};

/** The list that completes a parameter; undefined if there is none. `of`: its route or message. */
export const completedBy = (of: string, parameter: string): Completed | undefined =>
  BY_ROUTE[`${of} ${parameter}`] ?? BY_NAME[parameter];

export interface Lists {
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
}

/** The liquid indices, with their fixed ids. */
const LIQUID = [
  ['BLX', '191724d4-7915-491b-8b73-bc293e03a93e', 'bitcoin'],
  ['ELX', '6560acf3-1cb7-4fe4-aa19-fbd90c7b56ee', 'ether'],
  ['XRPLX', 'ce36445a-2a33-4a0f-8b5b-e56175f8db60', 'XRP'],
] as const;

const assetAbout = ({ symbol, name }: Asset) => `${symbol}, ${name}`;

function allOf(kind: Completed, { assets, markets, exchanges }: Lists): Completion[] {
  const live = () => assets.filter(({ status }) => status === 'ACTIVE');
  const ofMarkets = () => markets.map(({ id, name }) => ({ value: id, about: name }));
  switch (kind) {
    case 'symbols':
      return live().map(({ symbol, name }) => ({ value: symbol, about: name }));
    case 'slugs':
      return live().map((asset) => ({ value: asset.slugName, about: assetAbout(asset) }));
    case 'assets':
      return live().map((asset) => ({ value: asset.id, about: assetAbout(asset) }));
    case 'markets':
      return ofMarkets();
    case 'marketNames':
      return markets.map(({ name }) => ({ value: name, about: '' }));
    case 'exchanges':
      return exchanges.map(({ id, name }) => ({ value: id, about: name }));
    case 'exchangeNames':
      return exchanges.map(({ name }) => ({ value: name, about: '' }));
    case 'liquid':
      return LIQUID.map(([name, , asset]) => ({ value: name, about: asset }));
    case 'indices':
      return [
        ...LIQUID.map(([name, id]) => ({ value: id, about: name })),
        ...ofMarkets(),
        ...live().map((asset) => ({ value: asset.id, about: assetAbout(asset) })),
      ];
  }
}

/** Nobody would read more. */
const MOST = 40;

/** Suggestions that match the typed text, best match first. */
export function completionsOf(kind: Completed, lists: Lists, typed: string): Completion[] {
  const text = typed.trim().toLowerCase();
  const found: { readonly each: Completion; readonly apart: number }[] = [];
  for (const each of allOf(kind, lists)) {
    const apart = Math.min(distance(each.value, text), distance(each.about, text));
    if (apart < NOT_FOUND) found.push({ each, apart });
  }
  return found
    .sort((a, b) => a.apart - b.apart)
    .slice(0, MOST)
    .map(({ each }) => each);
}

const NOT_FOUND = 3;

function distance(name: string, text: string): number {
  const at = name.toLowerCase().indexOf(text);
  if (at === -1) return NOT_FOUND;
  return name.length === text.length ? 0 : at === 0 ? 1 : 2;
}

/** The name for an id in a field; undefined if the lists do not contain it. */
export function meaningOf(kind: Completed, lists: Lists, value: string): string | undefined {
  const id = value.trim().toLowerCase();
  return id.length === 36 ? allOf(kind, lists).find((each) => each.value === id)?.about : undefined;
}
