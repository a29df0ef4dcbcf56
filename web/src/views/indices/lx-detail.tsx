import { toNumber, type IndexReceipt } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { usePage } from '../../data/page-data.ts';
import { reasonText } from '../../format/reasons.ts';
import { amountText, bpsText, NOTHING, priceText } from '../../format/number.ts';
import { timeText } from '../../format/time.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { KeptNote } from '../../parts/kept-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useKept } from '../../parts/use-kept.ts';
import { constituentRows, opinionsOf, type ConstituentRow, type LxName } from './lx.ts';
import { LxPicture } from './lx-picture.tsx';
import type { AskReceipt } from './receipt-queue.ts';

/** How one LX came about, at each tick anew: from its receipt. */
export function LxDetail({ name, tick, receipt: ask }: { name: LxName; tick: number; receipt: AskReceipt }) {
  const { tidemark } = usePage();
  const kept = useKept(
    async (signal) => {
      const { content } = await tidemark.read('listIndexTickers', { name }, { signal });
      return content[0] && ask(content[0].id, signal);
    },
    [tidemark, name],
    tick,
  );
  const receipt = kept.value;
  return (
    <Pane
      title={`How ${name} is made`}
      about={receipt && `at ${timeText(Date.parse(receipt.timestamp))} UTC`}
    >
      <KeptNote kept={kept} what={`The receipt of ${name}`} />
      {receipt && <Made name={name} receipt={receipt} />}
    </Pane>
  );
}

function Made({ name, receipt }: { name: LxName; receipt: IndexReceipt }) {
  const rows = constituentRows(receipt);
  const opinions = opinionsOf(receipt);
  return (
    <>
      <p class="pane-say">
        The index is the middle one of three opinions: {opinions.map(sentenceOf).join('; ')}. The picture
        shows distances from the index in basis points; a point is as large as its part of the volume, and
        filled where it comes from trades.
      </p>
      <LxPicture name={name} price={toNumber(receipt.price)} rows={rows} opinions={opinions} />
      <DataTable
        label={`Constituents of ${name}`}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ exchangeId }) => exchangeId}
        sortedBy="share"
        empty="The value was carried: no constituent contributed."
      />
    </>
  );
}

const sentenceOf = ({ title, about, price }: ReturnType<typeof opinionsOf>[number]) =>
  `${title}, ${about}, is ${price === undefined ? 'not known' : priceText(price)}`;

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
    cell: ({ market }) => <a href={addressOf('market', market)}>{market.replace('_', ' / ')}</a>,
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
    title: 'Off, bps',
    about: 'Distance from the index in basis points',
    isNumber: true,
    sortKey: ({ deviation }) => deviation,
    cell: ({ deviation }) => bpsText(deviation),
  },
  {
    id: 'share',
    title: 'Share',
    about: 'Of the believed volume of those that contribute',
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
    about: 'Trades of the slot, or the ticker where there were none',
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
    about: 'In the slot, in units of the asset',
    isNumber: true,
    isExtra: true,
    sortKey: ({ traded }) => traded,
    cell: ({ traded, trades }) => (trades === 0 ? NOTHING : amountText(traded)),
  },
];
