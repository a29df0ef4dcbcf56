import { toNumber, type Exchange, type ExchangeQuality, type ExchangeReading } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { bpsText, countText, NOTHING } from '../../format/number.ts';
import { reasonMeaning, reasonText } from '../../format/reasons.ts';
import { numberIn } from '../../format/ticker.ts';
import { spanText } from '../../format/time.ts';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { hoursOf, totalsOf, type Reason } from './refusals.ts';

export interface ExchangeRow {
  readonly id: string;
  readonly name: string;
  readonly tier: string | undefined;
  readonly status: Exchange['status'] | undefined;
  readonly listings: number;
  readonly accepted: number;
  readonly share: number;
  readonly deviation: number | undefined;
  readonly refused: readonly (readonly [Reason, number])[];
  /** Time since its last data, in market time; undefined if this client may not know. */
  readonly ageMs: number | undefined;
  readonly isFailing: boolean;
}

export function exchangeRow(
  quality: ExchangeQuality,
  exchange: Exchange | undefined,
  reading: ExchangeReading | undefined,
): ExchangeRow {
  const { medianDeviationBps: deviation, timestamp } = quality;
  const delivered = reading?.lastDelivery;
  return {
    id: quality.exchangeId,
    name: quality.name,
    tier: exchange?.tier,
    status: exchange?.status,
    listings: Number(quality.listings),
    accepted: Number(quality.accepted),
    share: toNumber(quality.volumeShare),
    deviation: numberIn(deviation),
    refused: totalsOf(hoursOf([quality])),
    ageMs: delivered === undefined ? undefined : Math.max(0, Date.parse(timestamp) - Date.parse(delivered)),
    isFailing: reading?.state === 'failing',
  };
}

const STATUS = { ACTIVE: 'active', INACTIVE: 'inactive', MAINTENANCE: 'maintenance' } as const;

export const StatusMark = ({
  status,
  isFailing = false,
}: {
  status: Exchange['status'] | undefined;
  isFailing?: boolean;
}) =>
  status === undefined ? (
    <>{NOTHING}</>
  ) : (
    <span class={`exchanges-status ${status === 'ACTIVE' && !isFailing ? 'good' : ''}`}>
      <i aria-hidden="true" />
      {isFailing ? 'failing' : STATUS[status]}
    </span>
  );

const totalOf = ({ refused }: ExchangeRow) => refused.reduce((sum, [, count]) => sum + count, 0);

const COLUMNS: readonly TableColumn<ExchangeRow>[] = [
  {
    id: 'name',
    title: 'Exchange',
    sortKey: ({ name }) => name.toLowerCase(),
    cell: ({ name, tier }) => (
      <>
        <a href={addressOf('exchanges', name)}>{name}</a> {tier === 'A' && <span class="tag">A</span>}
      </>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    isExtra: true,
    sortKey: ({ status }) => status,
    cell: ({ status, isFailing }) => <StatusMark status={status} isFailing={isFailing} />,
  },
  {
    id: 'share',
    title: 'Volume',
    about: 'Share of the trusted volume of all accepted tickers',
    isNumber: true,
    sortKey: ({ share }) => share,
    cell: ({ share }) => (
      <span class="exchanges-share">
        <svg width="72" height="6" aria-hidden="true">
          <rect width="72" height="6" rx="3" class="ground" />
          <rect width={72 * share} height="6" rx="3" />
        </svg>
        {(100 * share).toFixed(2)}%
      </span>
    ),
  },
  {
    id: 'deviation',
    title: 'Deviation, bps',
    about: 'Median distance of its prices from the reference prices, in basis points',
    isNumber: true,
    sortKey: ({ deviation }) => deviation,
    cell: ({ deviation }) => bpsText(deviation),
  },
  {
    id: 'accepted',
    title: 'Accepted',
    about: 'Tickers accepted at the last tick, of the markets that the exchange lists',
    isNumber: true,
    sortKey: ({ accepted }) => accepted,
    cell: ({ accepted, listings }) => `${countText(accepted)} of ${countText(listings)}`,
  },
  {
    id: 'delivered',
    title: 'Delivered',
    about: 'Time between its last delivery and the last tick; shown to operators only',
    isNumber: true,
    isExtra: true,
    sortKey: ({ ageMs }) => ageMs,
    cell: ({ ageMs }) => (ageMs === undefined ? NOTHING : `${spanText(ageMs)} ago`),
  },
  {
    id: 'refused',
    title: 'Refused, 24 h',
    about: 'Tickers rejected in the counted hours',
    isNumber: true,
    isExtra: true,
    sortKey: totalOf,
    cell: (row) => countText(totalOf(row)),
  },
  {
    id: 'reason',
    title: 'Main reason',
    isExtra: true,
    cell: ({ refused: [first] }) =>
      first ? (
        <span class="tag" title={reasonMeaning(first[0])}>
          {reasonText(first[0])}
        </span>
      ) : (
        <span class="quiet">{NOTHING}</span>
      ),
  },
];

export function ExchangeList({ rows }: { rows: readonly ExchangeRow[] }) {
  return (
    <DataTable
      label="Exchanges"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ id }) => id}
      sortedBy="share"
      empty="No exchange has that name."
    />
  );
}
