import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { oneOf } from '../../../contract/parameter-kinds.ts';
import type { Asset } from '../../../core/asset.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { idsWithinLimit } from '../readable-indices.ts';
import type { AdapterCall } from '../resource-reader.ts';
import { coinRoute, type CoinGeckoParts } from './coin-route.ts';
import { invalidParameter } from './errors.ts';
import { changeOver, readMarketCaps, readPricesAndCaps, type MarketCapRecord } from './market-caps.ts';
import {
  described,
  isSet,
  OPTIONAL_IDS,
  page,
  PRECISION,
  rounded,
  SPANS,
  text,
  VS_CURRENCY,
  type Precision,
} from './parameters.ts';
import { flagsOf, IN_USD, inCurrency, shownFlags, type Currency } from './prices.ts';
import { REFUSED_SELECTORS, refuseSelectors } from './simple.ts';

const MAX_PER_PAGE = 250;
const DEFAULT_PER_PAGE = 100;

const ORDERS = {
  market_cap_desc: (a, b) => rank(a) - rank(b),
  market_cap_asc: (a, b) => rank(b) - rank(a),
  volume_desc: (a, b) => volumeUsd(b) - volumeUsd(a),
  volume_asc: (a, b) => volumeUsd(a) - volumeUsd(b),
  id_asc: (a, b) => (a.coin.slugName < b.coin.slugName ? -1 : 1),
  id_desc: (a, b) => (a.coin.slugName < b.coin.slugName ? 1 : -1),
} as const satisfies Readonly<Record<string, (a: Row, b: Row) => number>>;

interface Row {
  readonly coin: Asset;
  readonly cap: MarketCapRecord;
}

const rank = ({ cap }: Row) => Number(cap.marketCapRank);
const volumeUsd = ({ cap }: Row) => Number(cap.volume) * Number(cap.price);

/** Amounts in USD need no other price. */
async function capsIn(
  parts: CoinGeckoParts,
  call: AdapterCall,
  code: string,
): Promise<{ readonly caps: readonly MarketCapRecord[]; readonly currency: Currency }> {
  if (code === IN_USD.code) return { caps: await readMarketCaps(parts.reader, call, true), currency: IN_USD };
  const { now, caps } = await readPricesAndCaps(parts, call, true);
  return { caps, currency: now.currency(code) };
}

/** `/coins/markets`: the records of `/v3/market-cap`. */
export function marketsRoute(parts: CoinGeckoParts): DataRoute {
  const { lookups, names } = parts;
  return coinRoute(parts, {
    path: '/coins/markets',
    access: ['read:market-cap'],
    checksLimit: true,
    query: {
      ...VS_CURRENCY,
      ...OPTIONAL_IDS,
      ...REFUSED_SELECTORS,
      category: described(text, 'Refused: there are no categories'),
      order: described(oneOf(Object.keys(ORDERS) as (keyof typeof ORDERS)[]), 'Order of the coins'),
      ...page(MAX_PER_PAGE),
      sparkline: isSet('Ignored: there is none'),
      ...SPANS,
      ...PRECISION,
    },
    answer: async (call) => {
      const { query } = call;
      refuseSelectors(query);
      if (query.category !== undefined) throw invalidParameter('category', 'there are no categories here');
      const readable = idsWithinLimit(call.grant as Grant, names);
      const { caps, currency } = await capsIn(parts, call, query.vs_currency);
      const rows = caps.flatMap((cap): Row[] => {
        const coin = lookups.catalogue.asset(cap.assetId);
        const isWanted = coin && (query.ids?.includes(coin.slugName) ?? true);
        return isWanted && (readable?.has(coin.id) ?? true) ? [{ coin, cap }] : [];
      });
      const size = query.per_page ?? DEFAULT_PER_PAGE;
      const from = ((query.page ?? 1) - 1) * size;
      return rows
        .toSorted(ORDERS[query.order ?? 'market_cap_desc'])
        .slice(from, from + size)
        .map((row) => ({
          ...marketOf(row, currency, query.precision),
          ...(query.sparkline && { sparkline_in_7d: null }),
          ...Object.fromEntries(
            (query.price_change_percentage ?? []).map((span) => [
              `price_change_percentage_${span}_in_currency`,
              changeOver(span, row.cap.pricePercentChange, currency.code),
            ]),
          ),
        }));
    },
  });
}

function marketOf({ coin, cap }: Row, currency: Currency, precision: Precision | undefined) {
  const { code } = currency;
  return {
    id: coin.slugName,
    symbol: coin.symbol.toLowerCase(),
    name: coin.name,
    image: null,
    current_price: rounded(inCurrency(Number(cap.price), currency), precision),
    market_cap: inCurrency(Number(cap.marketCap), currency),
    market_cap_rank: Number(cap.marketCapRank),
    fully_diluted_valuation: inCurrency(Number(cap.totalMarketCap), currency),
    total_volume: inCurrency(volumeUsd({ coin, cap }), currency),
    high_24h: null,
    low_24h: null,
    price_change_24h: null,
    price_change_percentage_24h: changeOver('24h', cap.pricePercentChange, code),
    market_cap_change_24h: null,
    market_cap_change_percentage_24h: changeOver('24h', cap.marketCapPercentChange, code),
    circulating_supply: Number(cap.freeFloatSupply),
    total_supply: Number(cap.totalSupply),
    max_supply: null,
    ath: null,
    ath_change_percentage: null,
    ath_date: null,
    atl: null,
    atl_change_percentage: null,
    atl_date: null,
    roi: null,
    last_updated: cap.timestamp,
    ...shownFlags(flagsOf({ flags: cap.flags ?? [] }, currency.price)),
  };
}
