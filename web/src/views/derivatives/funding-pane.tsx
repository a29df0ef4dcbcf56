import { STALE_MS } from '../../data/live-store.ts';
import { amountText, NOTHING } from '../../format/number.ts';
import { spanText } from '../../format/time.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { Pane } from '../../parts/pane.tsx';
import { linear, spanOf } from '../../parts/scale.ts';
import type { ContractRow } from './contract-row.ts';
import { useFundingLog, type SeenRate } from './funding-log.ts';
import { signedPercent, signOf } from './percent.ts';
import { VENUE_COLUMN } from './venue-name.tsx';

interface FundingRow extends ContractRow {
  readonly seen: readonly SeenRate[];
  /** The largest absolute rate; bars are scaled to it. */
  readonly largest: number;
}

/** Payments from long to short positions, by exchange. */
export function FundingPane({ symbol, rows }: { symbol: string; rows: readonly ContractRow[] }) {
  const log = useFundingLog(rows);
  const largest = Math.max(...rows.map(({ funding }) => Math.abs(funding ?? 0)), 1e-6);
  const fundings = rows
    .map((row): FundingRow => ({ ...row, seen: log.get(row.contract.id) ?? [], largest }))
    .toSorted((a, b) => (b.openInterestUsd ?? -1) - (a.openInterestUsd ?? -1));
  const times = [...log.values()].flatMap((seen) => [seen[0]!.at, seen.at(-1)!.at]);
  const span = spanOf(times);
  return (
    <Pane
      title="Funding"
      about={span && span[1] > span[0] ? `seen for ${spanText(span[1] - span[0])}` : 'of perpetuals'}
    >
      <p class="pane-say">
        Longs pay this rate to shorts over 8 hours; if it is negative, shorts pay. The service only has
        current rates: lines show the rates received while this view was open, and the time of the next
        payment is unknown.
      </p>
      <div class="derivatives-scroll">
        <DataTable
          label={`Funding of perpetuals on ${symbol}`}
          columns={COLUMNS}
          rows={fundings}
          keyOf={({ contract }) => contract.id}
          empty={`No perpetual is on ${symbol}.`}
        />
      </div>
    </Pane>
  );
}

const COLUMNS: readonly TableColumn<FundingRow>[] = [
  VENUE_COLUMN,
  {
    id: 'contract',
    title: 'Contract',
    sortKey: ({ contract }) => contract.exchangeName,
    cell: ({ contract }) => <span class="derivatives-contract">{contract.exchangeName}</span>,
  },
  {
    id: 'rate',
    title: 'Rate, 8 h',
    isNumber: true,
    sortKey: ({ funding }) => funding,
    cell: ({ funding, isStale }) => (
      <span class={isStale ? 'pale' : signOf(funding, 4)}>{signedPercent(funding, 4)}</span>
    ),
  },
  {
    id: 'bar',
    title: 'Size',
    about: 'The rate compared with the others',
    cell: (row) => <Bar {...row} />,
    isExtra: true,
  },
  {
    id: 'annual',
    title: 'Per year',
    isNumber: true,
    sortKey: ({ annual }) => annual,
    cell: ({ annual, isStale }) => <span class={isStale ? 'pale' : ''}>{signedPercent(annual, 2)}</span>,
  },
  {
    id: 'seen',
    title: 'Seen',
    about: 'Rates received while this view was open',
    cell: (row) => <SeenLine {...row} />,
    isExtra: true,
  },
  {
    id: 'open',
    title: 'Open, USD',
    isNumber: true,
    sortKey: ({ openInterestUsd }) => openInterestUsd,
    cell: ({ openInterestUsd, isStale }) => (
      <span class={isStale ? 'pale' : ''}>{amountText(openInterestUsd)}</span>
    ),
    isExtra: true,
  },
];

const BAR = { width: 60, height: 12 } as const;

function Bar({ funding, largest, isStale }: FundingRow) {
  if (funding === undefined) return null;
  const middle = BAR.width / 2;
  const long = (Math.abs(funding) / largest) * middle;
  return (
    <svg class="derivatives-bar" width={BAR.width} height={BAR.height} aria-hidden="true">
      <path class="middle" d={`M${middle} 0V${BAR.height}`} />
      <rect
        class={isStale ? 'stale' : funding < 0 ? 'negative' : 'positive'}
        x={funding < 0 ? middle - long : middle}
        y={2}
        width={long}
        height={BAR.height - 4}
        rx={1.5}
      />
    </svg>
  );
}

const LINE = { width: 64, height: 20 } as const;

function SeenLine({ seen, contract }: FundingRow) {
  const rates = seen.map(({ rate }) => rate);
  const times = spanOf(seen.map(({ at }) => at));
  const span = spanOf(rates);
  if (!times || !span || times[0] === times[1]) return <span title="No earlier rate yet">{NOTHING}</span>;
  const x = linear(times, [1, LINE.width - 2]);
  const y = linear(span, [LINE.height - 3, 3]);
  const range = `${signedPercent(span[0], 4)} to ${signedPercent(span[1], 4)}`;
  return (
    <svg
      class="derivatives-line"
      width={LINE.width}
      height={LINE.height}
      role="img"
      aria-label={`${contract.exchangeName}: ${range}`}
    >
      <title>{range}</title>
      <path d={seen.map(({ at, rate }, i) => `${isGap(seen, i) ? 'M' : 'L'}${x(at)} ${y(rate)}`).join('')} />
    </svg>
  );
}

/** Missed rates leave a gap in the line. */
const isGap = (seen: readonly SeenRate[], i: number) => i === 0 || seen[i]!.at - seen[i - 1]!.at > STALE_MS;
