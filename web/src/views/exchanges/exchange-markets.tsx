import { toNumber, type Exchange, type ExchangeTicker, type Market } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { usePage, type PageData } from '../../data/page-data.ts';
import { amountText, bpsText, NOTHING, priceText } from '../../format/number.ts';
import { awayBps, numberIn, OLD_TICKER_MS, spreadBps, unmovedMs } from '../../format/ticker.ts';
import { spanText } from '../../format/time.ts';
import type { TableColumn } from '../../parts/data-table.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { ShortTable } from '../../parts/short-table.tsx';
import { useFollowed } from '../../parts/use-followed.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useResource } from '../../parts/use-resource.ts';
import { DeviationPicture } from './deviation-picture.tsx';

/** The most traded markets are compared with their references, live. */
const MAX_FOLLOWED = 100;
const MAX_ROWS = 30;

export interface ListingRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly last: number;
  readonly reference: number | undefined;
  /** From the reference, in basis points. */
  readonly deviation: number | undefined;
  readonly spread: number | undefined;
  /** In US dollars. */
  readonly volume: number | undefined;
  readonly ageMs: number;
  readonly isQualified: boolean;
}

export function ExchangeMarkets({ exchange, tick }: { exchange: Exchange; tick: number }) {
  const page = usePage();
  const { tidemark, reference } = page;
  const markets = useResource(reference.markets).value;
  const kept = useLastResponse(
    async (signal) =>
      (await tidemark.read('listExchangeTickers', { exchangeId: exchange.id }, { signal })).content,
    [tidemark, exchange.id],
    tick,
  );
  const byId = new Map(markets?.map((market) => [market.id, market]));
  const listed = new Map(exchange.markets.map((each) => [each.marketId, each.qualified === 'YES']));
  const rows = kept.value
    ?.map((ticker) => rowOf(page, ticker, byId.get(ticker.marketId), listed.get(ticker.marketId) ?? false))
    .sort((a, b) => (b.volume ?? 0) - (a.volume ?? 0));
  useFollowed(
    rows
      ?.slice(0, MAX_FOLLOWED)
      .map(({ id }) => id)
      .sort(),
  );
  const compared = rows?.filter(({ deviation }) => deviation !== undefined) ?? [];
  return (
    <>
      {compared.length > 0 && (
        <Pane
          title="Distance from the reference price"
          about={`${compared.length} most traded markets, in basis points`}
        >
          <DeviationPicture rows={compared} />
        </Pane>
      )}
      <Pane title="Markets" about={rows && rows.length}>
        <LastResponseNote kept={kept} what="The tickers" />
        {rows && (
          <ShortTable
            maxRows={MAX_ROWS}
            label={`Markets of ${exchange.name}`}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            sortedBy="volume"
            empty="The exchange has sent nothing in the last five minutes."
          />
        )}
      </Pane>
    </>
  );
}

function rowOf(
  { live, board }: PageData,
  ticker: ExchangeTicker,
  market: Market | undefined,
  isQualified: boolean,
): ListingRow {
  const last = toNumber(ticker.last);
  const reference = live.quote(ticker.marketId)?.price;
  const volume = numberIn(ticker.volume);
  const usd = market && (live.quote(market.baseAssetId)?.price ?? board.row(market.baseAssetId)?.price);
  return {
    id: ticker.marketId,
    name: market?.name ?? ticker.marketId.slice(0, 8),
    address: addressOf('market', market ? board.nameOfMarket(market) : ticker.marketId),
    last,
    reference,
    deviation: awayBps(last, reference),
    spread: spreadBps(ticker),
    volume: usd === undefined || volume === undefined ? undefined : volume * usd,
    ageMs: unmovedMs(ticker),
    isQualified,
  };
}

const COLUMNS: readonly TableColumn<ListingRow>[] = [
  {
    id: 'market',
    title: 'Market',
    sortKey: ({ name }) => name,
    cell: ({ name, address, isQualified }) => (
      <>
        <a href={address}>{name.replace('_', ' / ')}</a>{' '}
        {!isQualified && (
          <span class="tag" title="This market is not used from this exchange">
            unqualified
          </span>
        )}
      </>
    ),
  },
  {
    id: 'last',
    title: 'Last',
    isNumber: true,
    cell: ({ last, ageMs }) => (
      <span class={ageMs > OLD_TICKER_MS ? 'exchanges-old' : ''}>{priceText(last)}</span>
    ),
  },
  {
    id: 'reference',
    title: 'Reference',
    about: 'The MWA of the market',
    isNumber: true,
    isExtra: true,
    cell: ({ reference }) => priceText(reference),
  },
  {
    id: 'deviation',
    title: 'Deviation, bps',
    about: 'How far the last price is from the reference, in basis points',
    isNumber: true,
    sortKey: ({ deviation }) => deviation,
    cell: ({ deviation }) => bpsText(deviation),
  },
  {
    id: 'spread',
    title: 'Bid to ask, bps',
    isNumber: true,
    isExtra: true,
    sortKey: ({ spread }) => spread,
    cell: ({ spread }) => bpsText(spread),
  },
  {
    id: 'volume',
    title: 'Volume 24 h',
    about: 'In US dollars, as the exchange reports it',
    isNumber: true,
    sortKey: ({ volume }) => volume,
    cell: ({ volume }) => (volume === undefined ? NOTHING : `$${amountText(volume)}`),
  },
  {
    id: 'moved',
    title: 'Moved',
    about: 'How long ago the price last changed',
    isNumber: true,
    isExtra: true,
    sortKey: ({ ageMs }) => ageMs,
    cell: ({ ageMs }) => `${spanText(ageMs)} ago`,
  },
];
