import type { IndexReceipt } from '@tidemark/sdk';
import { amountText, bpsText, NOTHING, priceText } from '../format/number.ts';
import type { TableColumn } from '../parts/data-table.tsx';
import { ShortTable } from '../parts/short-table.tsx';
import { spanText } from '../format/time.ts';
import { fateText, shareText } from './point-words.ts';
import { bpsFrom, type Point, type ReceiptModel } from './receipt-model.ts';

/** More rows are drawn on demand. */
const FIRST_ROWS = 100;

const AGE: TableColumn<Point> = {
  id: 'age',
  title: 'Age',
  about: 'Age of the ticker at the tick; a ticker older than 90 s is rejected as stale',
  isNumber: true,
  isExtra: true,
  sortKey: ({ ageMs }) => ageMs,
  cell: ({ ageMs }) => (ageMs === undefined ? NOTHING : spanText(ageMs)),
};

/** The data of the picture as numbers. */
export function ReceiptTable({ model }: { model: ReceiptModel }) {
  return (
    <ShortTable
      maxRows={FIRST_ROWS}
      label={`Inputs of the value, ${model.points.length} ${model.noun}s`}
      columns={columnsOf(model)}
      rows={model.points.toSorted((a, b) => b.share - a.share || b.volume - a.volume)}
      keyOf={({ id }) => id}
      empty={`No ${model.noun} contributed to this value: it repeats an earlier one.`}
    />
  );
}

/** Columns of one type only. */
const OWN_COLUMNS: Readonly<Record<IndexReceipt['indexType'], readonly TableColumn<Point>[]>> = {
  MWA: [],
  GWA: [
    {
      id: 'deviation',
      title: 'Expected, bps',
      about: 'Expected deviation of the market: the smaller it is, the larger its weight',
      isNumber: true,
      isExtra: true,
      sortKey: ({ deviation }) => deviation,
      cell: ({ deviation }) => (deviation === undefined ? NOTHING : bpsText(deviation * 10_000)),
    },
  ],
  LX: [
    {
      id: 'traded',
      title: 'Traded in the tick',
      isNumber: true,
      isExtra: true,
      sortKey: ({ traded }) => traded,
      cell: ({ traded }) => (traded === undefined ? NOTHING : traded.toFixed(4)),
    },
  ],
};

function columnsOf({ value, noun, base, unit, receipt, points }: ReceiptModel): TableColumn<Point>[] {
  const optional = OWN_COLUMNS[receipt.indexType];
  return [
    {
      id: 'name',
      title: noun === 'market' ? 'Market' : 'Exchange',
      sortKey: ({ name }) => name.toLowerCase(),
      cell: ({ name, tier, refusal }) => (
        <span class={refusal === undefined ? '' : 'quiet'}>
          {name} {tier !== undefined && <span class="tag">{tier}</span>}
        </span>
      ),
    },
    {
      id: 'price',
      title: `Price, ${unit}`,
      isNumber: true,
      sortKey: ({ price }) => price,
      cell: ({ price }) => (price > 0 ? priceText(price) : NOTHING),
    },
    {
      id: 'away',
      title: 'From the value, bps',
      isNumber: true,
      sortKey: ({ price }) => (price > 0 ? bpsFrom(value, price) : undefined),
      cell: ({ price }) => (price > 0 ? bpsText(bpsFrom(value, price)) : NOTHING),
    },
    {
      id: 'volume',
      title: `Volume 24 h, ${base}`,
      isNumber: true,
      isExtra: true,
      sortKey: ({ volume }) => volume,
      cell: ({ volume }) => amountText(volume),
    },
    ...optional,
    {
      id: 'share',
      title: 'Weight',
      isNumber: true,
      sortKey: ({ share }) => share,
      cell: ({ share, refusal }) => (refusal === undefined ? shareText(share) : NOTHING),
    },
    // Receipts before version 3 and of assets have no ages.
    ...(points.some(({ ageMs }) => ageMs !== undefined) ? [AGE] : []),
    { id: 'fate', title: 'Used as', cell: (point) => fateText(point) },
  ];
}
