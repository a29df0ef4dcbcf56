import { toNumber, type IndexReceipt } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { reasonText } from '../../format/reasons.ts';
import { amountText, bpsText, countText, NOTHING, priceText } from '../../format/number.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { ReceiptPlace } from '../../parts/receipt-place.tsx';
import { constituentRows, LX, type ConstituentRow, type LxName } from './lx.ts';

/** How the values of one LX were computed, from their receipts. */
export function LxDetail({ name }: { name: LxName }) {
  const { id } = LX.find((each) => each.name === name)!;
  return (
    <ReceiptPlace
      key={id}
      indexId={id}
      indexType="LX"
      title={name}
      numbers={(receipt) => <Made name={name} receipt={receipt} />}
    />
  );
}

function Made({ name, receipt }: { name: LxName; receipt: IndexReceipt }) {
  const rows = constituentRows(receipt);
  const trades = rows.reduce((sum, row) => sum + row.trades, 0);
  const { symbol } = LX.find((each) => each.name === name)!;
  return (
    <>
      <p class="pane-say">
        {name} is the middle one of three estimates: V, the median weighted by volume; E, the median that
        counts each exchange once; A, the price that all other markets of the asset imply. In these 30 seconds
        its constituents traded{' '}
        {receipt.tickVolume === undefined ? NOTHING : amountText(toNumber(receipt.tickVolume))} {symbol} in{' '}
        {countText(trades)} {trades === 1 ? 'trade' : 'trades'}.
      </p>
      <DataTable
        label={`Constituents of ${name}`}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ exchangeId }) => exchangeId}
        sortedBy="share"
        empty="The last value was repeated: no constituent contributed."
      />
    </>
  );
}

const COLUMNS: readonly TableColumn<ConstituentRow>[] = [
  {
    id: 'exchange',
    title: 'Exchange',
    sortKey: ({ exchange }) => exchange.toLowerCase(),
    cell: ({ exchange }) => <a href={addressOf('exchanges', exchange)}>{exchange}</a>,
  },
  {
    id: 'market',
    title: 'Market',
    isExtra: true,
    sortKey: ({ market }) => market,
    // Several markets may have the same name.
    cell: ({ market, marketId }) => <a href={addressOf('market', marketId)}>{market.replace('_', ' / ')}</a>,
  },
  {
    id: 'price',
    title: 'Price, USD',
    isNumber: true,
    sortKey: ({ price }) => price,
    cell: ({ price }) => priceText(price),
  },
  {
    id: 'deviation',
    title: 'Deviation, bps',
    about: 'Distance from the index in basis points',
    isNumber: true,
    sortKey: ({ deviation }) => deviation,
    cell: ({ deviation }) => bpsText(deviation),
  },
  {
    id: 'share',
    title: 'Share',
    about: 'Share of the trusted volume of the exchanges that contribute',
    isNumber: true,
    sortKey: ({ share }) => share,
    cell: ({ share, refusedFor }) =>
      refusedFor === undefined ? (
        `${(100 * share).toFixed(1)}%`
      ) : (
        <span class="tag">{reasonText(refusedFor)}</span>
      ),
  },
  {
    id: 'source',
    title: 'From',
    about: 'Trades of the last 30 seconds, or the ticker if there were none',
    isExtra: true,
    sortKey: ({ trades }) => trades,
    cell: ({ source, trades, silentTicks }) =>
      source === 'TRADES' ? (
        `${trades} ${trades === 1 ? 'trade' : 'trades'}`
      ) : (
        <span class="quiet">{silentTicks === 0 ? 'ticker' : `ticker, silent for ${silentTicks} ticks`}</span>
      ),
  },
  {
    id: 'traded',
    title: 'Traded',
    about: 'In the last 30 seconds, in units of the asset',
    isNumber: true,
    isExtra: true,
    sortKey: ({ traded }) => traded,
    cell: ({ traded, trades }) => (trades === 0 ? NOTHING : amountText(traded)),
  },
];
