import type { Asset, IndexQuality, Market } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { usePage } from '../../data/page-data.ts';
import { flagsAmong, flagTitles, isWarned } from '../../format/flags.ts';
import { amountText, bpsText, NOTHING } from '../../format/number.ts';
import { numberIn } from '../../format/ticker.ts';
import { AnswerNote } from '../../parts/answer-note.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { FlagList } from '../../parts/flag-list.tsx';
import { LivePrice } from '../../parts/live-price.tsx';
import { resistanceColumns } from '../../parts/resistance-columns.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useFollowed } from '../../parts/use-followed.ts';
import { useResource } from '../../parts/use-resource.ts';

interface MarketRow {
  readonly market: Market;
  readonly address: string;
  readonly quality: IndexQuality | undefined;
  /** In US dollars, if the base asset has a price. */
  readonly volume: number | undefined;
}

const COLUMNS: readonly TableColumn<MarketRow>[] = [
  {
    id: 'market',
    title: 'Market',
    sortKey: ({ market }) => market.name,
    cell: ({ market, address }) => <a href={address}>{market.name.replace('_', ' / ')}</a>,
  },
  {
    id: 'price',
    title: 'MWA',
    about: 'The reference price of the market, in its quote asset',
    isNumber: true,
    cell: ({ market }) => <LivePrice indexId={market.id} />,
  },
  {
    id: 'quote',
    title: 'In',
    cell: ({ market }) => <span class="quiet">{market.quoteSymbol}</span>,
    isExtra: true,
  },
  {
    id: 'volume',
    title: 'Volume 24 h',
    about: 'In US dollars',
    isNumber: true,
    sortKey: ({ volume }) => volume,
    cell: ({ volume }) => (volume === undefined ? NOTHING : `$${amountText(volume)}`),
  },
  {
    id: 'spread',
    title: 'Spread, bps',
    about: 'The largest distance between the medians by volume, by exchanges and by trust',
    isNumber: true,
    sortKey: ({ quality }) => numberIn(quality?.spreadBps),
    cell: ({ quality }) => bpsText(numberIn(quality?.spreadBps)),
  },
  {
    id: 'sources',
    title: 'Sources',
    about: 'Accepted exchanges, of those that list the market',
    isNumber: true,
    isExtra: true,
    sortKey: ({ quality }) => quality && Number(quality.exchanges),
    cell: ({ quality }) =>
      quality
        ? `${quality.exchanges} of ${Number(quality.exchanges) + Number(quality.refused ?? 0)}`
        : NOTHING,
  },
  ...resistanceColumns<MarketRow>(({ quality }) => quality),
  {
    id: 'flags',
    title: 'Flags',
    cell: ({ quality }) =>
      quality && quality.flags.length > 0 ? (
        <span class={`tag ${isWarned(quality.flags) ? 'warn' : ''}`}>{flagTitles(quality.flags)}</span>
      ) : (
        <span class="quiet">{quality ? 'none' : NOTHING}</span>
      ),
  },
];

/** All markets of an asset, with their reference prices. `price`: of the asset, in US dollars. */
export function AssetMarkets({ asset, price }: { asset: Asset; price: number | undefined }) {
  const { tidemark, live, board, reference } = usePage();
  void board.rows.value;
  const markets = useAnswer(
    async (signal) => (await tidemark.read('listMarkets', { baseAssetId: asset.id }, { signal })).content,
    [tidemark, asset.id],
  );
  const qualities = useResource(reference.marketQuality).value;
  const list = markets.kind === 'there' ? markets.value : undefined;
  useFollowed(list?.map(({ id }) => id));
  const rows = list?.map((market): MarketRow => {
    const base = live.quote(market.id)?.volume;
    const volume = base === undefined || price === undefined ? undefined : base * price;
    const address = addressOf('market', board.nameOfMarket(market));
    return { market, address, quality: qualities?.get(market.id), volume };
  });
  return (
    <section class="panel" aria-labelledby="markets-title">
      <h2 id="markets-title">Markets {list && <span class="quiet">{list.length}</span>}</h2>
      {rows ? (
        <>
          <DataTable
            label={`Markets of ${asset.symbol}`}
            columns={COLUMNS}
            rows={rows}
            keyOf={({ market }) => market.id}
            sortedBy="volume"
            empty="No market has this asset as its base."
          />
          <FlagList isKey type="MWA" flags={flagsAmong(rows.map(({ quality }) => quality?.flags ?? []))} />
        </>
      ) : (
        <AnswerNote answer={markets} what="The markets" />
      )}
    </section>
  );
}
