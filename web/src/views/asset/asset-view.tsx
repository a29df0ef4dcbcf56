import { useEffect } from 'preact/hooks';
import { addressOf } from '../../address.ts';
import { useChartChoice, type ChartChoice } from '../../chart/chart-choice.ts';
import { ChartPanel } from '../../chart/chart-panel.tsx';
import { usePage } from '../../data/page-data.ts';
import { CHANGE_SPANS } from '../../data/past-prices.ts';
import { amountText, NOTHING } from '../../format/number.ts';
import { AnswerNote } from '../../parts/answer-note.tsx';
import { isMissing, NotFound } from '../../parts/not-found.tsx';
import { ReceiptPlace } from '../../parts/receipt-place.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useQuote } from '../../parts/use-quote.ts';
import type { ViewProps } from '../../views.ts';
import { AssetMarkets } from './asset-markets.tsx';
import { findAsset } from './find-named.ts';
import { changeFact, Heading, type Fact } from './heading.tsx';
import type { Asset } from '@tidemark/sdk';
import './asset.css';

/** One asset: its reference price in US dollars, its chart, its markets. */
export function View({ name }: ViewProps) {
  const { tidemark } = usePage();
  const asset = useAnswer((signal) => findAsset(tidemark, name, signal), [tidemark, name]);
  const choice = useChartChoice();
  useEffect(() => {
    document.title = `${name} · Tidemark`;
  }, [name]);
  if (asset.kind === 'failed' && isMissing(asset.error))
    return (
      <NotFound
        text={`There is no asset named "${name}".`}
        back={{ href: addressOf(''), title: 'All assets' }}
      />
    );
  if (asset.kind !== 'there')
    return (
      <div class="sheet">
        <h1>{name}</h1>
        <AnswerNote answer={asset} what={`The asset ${name}`} />
      </div>
    );
  return <AssetSheet key={asset.value.id} asset={asset.value} choice={choice} />;
}

function AssetSheet({ asset, choice }: { asset: Asset; choice: ChartChoice }) {
  const { board } = usePage();
  useEffect(() => board.use(), [board]);
  // The address may name it by its id.
  useEffect(() => {
    document.title = `${asset.symbol} · Tidemark`;
  }, [asset.symbol]);
  const quote = useQuote(asset.id);
  void board.rows.value;
  const row = board.row(asset.id);
  const price = quote?.price ?? row?.price;
  const volume = quote?.volume ?? row?.volume;
  const areComing = board.areChangesComing.value;
  const facts: readonly Fact[] = [
    ...CHANGE_SPANS.map(({ title, change }) => changeFact(title, row?.[change], areComing)),
    ['Volume 24 h', volume === undefined || price === undefined ? NOTHING : `$${amountText(volume * price)}`],
    ['Market cap', row === undefined || price === undefined ? NOTHING : `$${amountText(row.supply * price)}`],
    ['Circulating', row === undefined ? NOTHING : `${amountText(row.supply)} ${asset.symbol}`],
  ];
  return (
    <div class="sheet">
      <Heading
        indexId={asset.id}
        indexType="GWA"
        title={asset.name}
        symbol={asset.symbol}
        unit="USD"
        rank={row?.rank}
        quote={quote}
        first={row?.price}
        facts={facts}
      />
      <ChartPanel indexId={asset.id} title={asset.symbol} choice={choice} />
      <ReceiptPlace indexId={asset.id} indexType="GWA" title={asset.symbol} />
      <AssetMarkets asset={asset} price={price} />
    </div>
  );
}
