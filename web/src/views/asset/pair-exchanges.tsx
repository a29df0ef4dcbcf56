import { toNumber, type Exchange, type ExchangeTicker, type Market } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { usePage } from '../../data/page-data.ts';
import { amountText, bpsText, NOTHING, priceText } from '../../format/number.ts';
import { awayBps, numberIn, OLD_TICKER_MS, spreadBps, unmovedMs } from '../../format/ticker.ts';
import { spanText } from '../../format/time.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { LastResponseNote } from '../../parts/last-response-note.tsx';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { useResource } from '../../parts/use-resource.ts';

interface TickerRow {
  readonly id: string;
  readonly name: string;
  readonly tier: string | undefined;
  readonly last: number;
  readonly volume: number | undefined;
  /** Distance from the reference price, in basis points. */
  readonly deviation: number | undefined;
  readonly spread: number | undefined;
  /** Time since the price last changed at the exchange. */
  readonly ageMs: number;
  readonly isStale: boolean;
}

const COLUMNS: readonly TableColumn<TickerRow>[] = [
  {
    id: 'exchange',
    title: 'Exchange',
    sortKey: ({ name }) => name.toLowerCase(),
    cell: ({ name, tier }) => (
      <>
        <a href={addressOf('exchanges', name)}>{name}</a> {tier === 'A' && <span class="tag">A</span>}
      </>
    ),
  },
  {
    id: 'last',
    title: 'Last',
    isNumber: true,
    sortKey: ({ last }) => last,
    cell: ({ last, isStale }) => <span class={isStale ? 'live-price pale' : ''}>{priceText(last)}</span>,
  },
  {
    id: 'deviation',
    title: 'From reference, bps',
    about: 'How far the last price is from the reference price, in basis points',
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
    isNumber: true,
    sortKey: ({ volume }) => volume,
    cell: ({ volume }) => (volume === undefined ? NOTHING : amountText(volume)),
  },
  {
    id: 'age',
    title: 'Moved',
    about: 'How long ago the price last changed at the exchange',
    isNumber: true,
    isExtra: true,
    sortKey: ({ ageMs }) => ageMs,
    cell: ({ ageMs }) => `${spanText(ageMs)} ago`,
  },
];

/** The tickers of a market on each exchange, with their distance from the reference price. */
export function PairExchanges({ market, price }: { market: Market; price: number | undefined }) {
  const { tidemark, live, reference } = usePage();
  const exchanges = useResource(reference.exchanges).value;
  // The service collects all tickers again for each tick.
  const newest = live.newest.value;
  const kept = useLastResponse(
    async (signal) =>
      (await tidemark.read('listExchangeTickers', { marketId: market.id }, { signal })).content,
    [tidemark, market.id],
    newest,
  );
  const names = new Map(exchanges?.map((exchange) => [exchange.id, exchange]));
  const rows = kept.value?.map((ticker) => rowOf(ticker, names.get(ticker.exchangeId), price));
  return (
    <section class="panel" aria-labelledby="exchanges-title">
      <h2 id="exchanges-title">Exchanges {rows && <span class="quiet">{rows.length}</span>}</h2>
      <LastResponseNote kept={kept} what="The exchanges" />
      {rows && (
        <DataTable
          label={`Exchanges of ${market.name}`}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          sortedBy="volume"
          empty="No exchange has sent a ticker of this market in the last five minutes."
        />
      )}
    </section>
  );
}

function rowOf(ticker: ExchangeTicker, exchange: Exchange | undefined, price: number | undefined): TickerRow {
  const last = toNumber(ticker.last);
  const ageMs = unmovedMs(ticker);
  return {
    id: ticker.exchangeId,
    name: exchange?.name ?? ticker.exchangeId.slice(0, 8),
    tier: exchange?.tier,
    last,
    volume: numberIn(ticker.volume),
    deviation: awayBps(last, price),
    spread: spreadBps(ticker),
    ageMs,
    isStale: ageMs > OLD_TICKER_MS,
  };
}
