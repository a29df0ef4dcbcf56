import type { Route, RouteColumn } from './route.ts';

/** Importance of the columns with the subject and the value of a record: they are never dropped. */
const ALWAYS = Infinity;

/** Members in display order, with their importance. */
type Shown = readonly (readonly [member: string, importance: number])[];

const CONTRACT: Shown = [
  ['exchangeName', ALWAYS],
  ['marketId', 9],
  ['optionType', 7],
  ['optionStrike', 7],
  ['expiration', 8],
  ['contractValue', 6],
  ['valueCurrency', 5],
  ['settlementCurrency', 4],
];

const DAY: Shown = [
  ['startTimestamp', 9],
  ['open', 6],
  ['high', 8],
  ['low', 8],
  ['close', ALWAYS],
  ['volume', 5],
  ['flags', 7],
];

/** Important members of each list. Other members follow in schema order and are dropped first. */
const SHOWN: Readonly<Record<string, Shown>> = {
  assets: [
    ['symbol', ALWAYS],
    ['name', ALWAYS],
    ['type', 8],
    ['status', 9],
    ['slugName', 7],
  ],
  markets: [
    ['name', ALWAYS],
    ['baseSymbol', 9],
    ['quoteSymbol', 9],
  ],
  exchanges: [
    ['name', ALWAYS],
    ['tier', 9],
    ['status', 8],
    ['url', 7],
  ],
  'exchange-tickers': [
    ['exchangeId', ALWAYS],
    ['marketId', ALWAYS],
    ['last', ALWAYS],
    ['bid', 6],
    ['ask', 6],
    ['volume', 8],
    ['lastMoved', 5],
  ],
  'index-tickers': [
    ['indexId', ALWAYS],
    ['price', ALWAYS],
    ['volume', 7],
    ['timestamp', 9],
    ['flags', 8],
    ['indexType', 6],
  ],
  ohlcv: [['indexId', ALWAYS], ...DAY],
  candles: [['indexId', 4], ...DAY.slice(0, -2), ['volume', 5], ['volume24h', 5], ['flags', 7]],
  'series-coverage': [
    ['day', ALWAYS],
    ['expected', 7],
    ['ticks', 8],
    ['missing', ALWAYS],
    ['carried', 5],
    ['modelled', 6],
    ['seeded', 6],
  ],
  sparklines: [
    ['indexId', ALWAYS],
    ['closes', ALWAYS],
  ],
  'market-caps': [
    ['marketCapRank', 9],
    ['symbol', ALWAYS],
    ['name', ALWAYS],
    ['price', ALWAYS],
    ['pricePercentChange.change24h', 8],
    ['pricePercentChange.change7d', 6],
    ['marketCap', 7],
    ['volume', 5],
    ['flags', 6],
  ],
  'index-quality': [
    ['indexId', ALWAYS],
    ['exchanges', 9],
    ['refused', 9],
    ['spreadBps', 8],
    ['trustSource', 5],
    ['flags', 7],
    ['indexType', 6],
  ],
  'exchange-quality': [
    ['name', ALWAYS],
    ['volumeShare', 9],
    ['medianDeviationBps', 8],
    ['accepted', 7],
    ['listings', 6],
  ],
  'derivative-contracts': CONTRACT,
  'derivative-contract': CONTRACT,
  'derivative-tickers': [
    ['contractId', ALWAYS],
    ['price', ALWAYS],
    ['markPrice', 6],
    ['fundingRate', 8],
    ['bid', 5],
    ['ask', 5],
    ['volumeUsd', 7],
    ['openInterestUsd', 6],
  ],
  'integrity-heads': [
    ['slot', ALWAYS],
    ['recordHash', 9],
  ],
};

export interface RankedColumn {
  readonly column: RouteColumn;
  /** If the table is too wide, the lowest is dropped first; undefined: never dropped. */
  readonly importance: number | undefined;
}

/** The columns of a list in display order. Ids without names come last and are dropped first. */
export function rankedColumns(
  { name, columns }: Route,
  hasName: (member: string) => boolean,
): RankedColumn[] {
  const shown = SHOWN[name] ?? fallback(columns, hasName);
  const found = shown.flatMap(([member, importance]): RankedColumn[] => {
    const column = columns.find(([each]) => each === member);
    return column ? [{ column, importance: importance === ALWAYS ? undefined : importance }] : [];
  });
  const isBareId = ([member, kind]: RouteColumn) => kind === 'id' && !hasName(member);
  const rest = columns.filter((column) => !found.some((each) => each.column === column));
  return [
    ...found,
    ...rest.filter((each) => !isBareId(each)).map((column) => ({ column, importance: 1 })),
    ...rest.filter(isBareId).map((column) => ({ column, importance: 0 })),
  ];
}

/** For a list not named above: the name of a record is never dropped, and numbers rank above text. */
function fallback(columns: readonly RouteColumn[], hasName: (member: string) => boolean): Shown {
  const candidates = columns.filter(([member, kind]) => kind !== 'id' || hasName(member));
  return candidates.map(([member, kind], i) => {
    const isEssential = i === 0 || /^(?:name|symbol|price|last|close)$/.test(member);
    return [member, isEssential ? ALWAYS : kind === 'decimal' || kind === 'datetime' ? 3 : 2];
  });
}

/** Shorter headings for members with long names. */
const HEADINGS: Readonly<Record<string, string>> = {
  marketCapRank: 'rank',
  exchangeName: 'contract',
  medianDeviationBps: 'deviation bps',
  startTimestamp: 'from',
  volume24h: '24 h volume',
};

/** The heading of a column: `pricePercentChange.change24h` becomes `price 24h %`. */
export function shownHeading(member: string, isName: boolean): string {
  const heading = HEADINGS[member] ?? (isName ? member.replace(/Id$/, '') : member);
  return heading
    .replace(/PercentChange\.change(\w+)$/, ' $1 %')
    .replaceAll('.', ' ')
    .replaceAll(/[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}
