import { useState } from 'preact/hooks';
import { amountText, bpsText, NOTHING, priceText } from '../../format/number.ts';
import { instantText } from '../../format/time.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { Pane } from '../../parts/pane.tsx';
import type { ContractRow } from './contract-row.ts';
import { CurvePicture, type CurveOf } from './curve-picture.tsx';
import { dayText, signedPercent, signOf } from './percent.ts';
import { VENUE_COLUMN } from './venue-name.tsx';

interface CurveProps {
  readonly symbol: string;
  readonly perpetuals: readonly ContractRow[];
  readonly futures: readonly ContractRow[];
}

const sorted = ({ perpetuals, futures }: CurveProps) => [
  ...perpetuals,
  ...futures.toSorted((a, b) => a.expiration! - b.expiration!),
];

/** Prices of contracts compared with the spot reference, by exchange and expiry. */
export function CurvePane(props: CurveProps) {
  const [of, setOf] = useState<CurveOf>('annual');
  return (
    <Pane
      title="Futures curve"
      about={of === 'annual' ? 'basis to spot, per year' : 'fair price by expiry'}
      tools={
        <div class="choices" role="group" aria-label="Shown in the curve">
          <button aria-pressed={of === 'annual'} onClick={() => setOf('annual')}>
            Basis per year
          </button>
          <button aria-pressed={of === 'price'} onClick={() => setOf('price')}>
            Price
          </button>
        </div>
      }
    >
      <CurvePicture rows={of === 'annual' ? props.futures : sorted(props)} of={of} />
    </Pane>
  );
}

/** Every future and perpetual with its numbers. */
export function ContractsPane(props: CurveProps) {
  const rows = sorted(props);
  return (
    <Pane title="Contracts" about={`${rows.length} futures and perpetuals`}>
      <p class="pane-say">
        Basis is the mark price over the MWA of the contract&apos;s own market; per year it is simple interest
        of 365 days, left out in a contract&apos;s last day. Of perpetuals the year is of funding.
      </p>
      <div class="derivatives-scroll">
        <DataTable
          label={`Futures and perpetuals on ${props.symbol}`}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ contract }) => contract.id}
          empty={`No future or perpetual is on ${props.symbol}.`}
        />
      </div>
    </Pane>
  );
}

const paleIf = (isPale: boolean | undefined, text: string, title?: string) => (
  <span class={isPale ? 'pale' : ''} {...(title === undefined ? {} : { title })}>
    {text}
  </span>
);

const COLUMNS: readonly TableColumn<ContractRow>[] = [
  VENUE_COLUMN,
  {
    id: 'contract',
    title: 'Contract',
    sortKey: ({ contract }) => contract.exchangeName,
    cell: ({ contract, market }) => (
      <span
        class="derivatives-contract"
        title={`On ${market.name}, settled in ${contract.settlementCurrency}`}
      >
        {contract.exchangeName}
      </span>
    ),
  },
  {
    id: 'expires',
    title: 'Expires',
    sortKey: ({ expiration }) => expiration ?? 0,
    cell: ({ expiration, days }) =>
      expiration === undefined ? (
        <span class="quiet">perpetual</span>
      ) : (
        <span title={`${instantText(expiration)} UTC`}>
          {dayText(expiration)}
          {days !== undefined && <span class="quiet"> {Math.floor(days)} d</span>}
        </span>
      ),
    isExtra: true,
  },
  {
    id: 'last',
    title: 'Last',
    isNumber: true,
    sortKey: ({ last }) => last,
    cell: ({ last, isStale }) => paleIf(isStale, priceText(last)),
    isExtra: true,
  },
  {
    id: 'fair',
    title: 'Mark',
    about: 'The exchange’s fair price',
    isNumber: true,
    sortKey: ({ fair }) => fair?.price,
    cell: ({ fair, isStale }) =>
      fair?.from === 'mark'
        ? paleIf(isStale, priceText(fair.price))
        : paleIf(isStale, NOTHING, fair && `No mark price: the ${fair.from} is used`),
  },
  {
    id: 'spot',
    title: 'Spot',
    about: 'The reference price of its market',
    isNumber: true,
    sortKey: ({ spot }) => spot?.price,
    cell: ({ spot }) => paleIf(spot?.isPale, priceText(spot?.price)),
    isExtra: true,
  },
  {
    id: 'basis',
    title: 'Basis, bps',
    isNumber: true,
    sortKey: ({ basis }) => basis,
    cell: ({ basis, isStale }) => paleIf(isStale, bpsText(basis && basis * 10_000)),
    isExtra: true,
  },
  {
    id: 'annual',
    title: 'Per year',
    about: 'The basis of futures, the funding of perpetuals',
    isNumber: true,
    sortKey: ({ annual }) => annual,
    cell: ({ annual, isStale }) => (
      <span class={isStale ? 'pale' : signOf(annual, 2)}>{signedPercent(annual, 2)}</span>
    ),
  },
  {
    id: 'open',
    title: 'Open, USD',
    about: 'Open interest',
    isNumber: true,
    sortKey: ({ openInterestUsd }) => openInterestUsd,
    cell: ({ openInterestUsd, isStale }) => paleIf(isStale, amountText(openInterestUsd)),
    isExtra: true,
  },
  {
    id: 'volume',
    title: 'Volume 24 h, USD',
    isNumber: true,
    sortKey: ({ volumeUsd }) => volumeUsd,
    cell: ({ volumeUsd, isStale }) => paleIf(isStale, amountText(volumeUsd)),
    isExtra: true,
  },
];
