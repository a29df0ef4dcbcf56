import type { ExchangeReading, ServiceStatus } from '@tidemark/sdk';
import { addressOf } from '../../address.ts';
import { countText, NOTHING } from '../../format/number.ts';
import { instantText } from '../../format/time.ts';
import type { TableColumn } from '../../parts/data-table.tsx';
import { Pane } from '../../parts/pane.tsx';
import { ShortTable } from '../../parts/short-table.tsx';

const MAX_ROWS = 40;
const ORDER = { failing: 0, waiting: 1, answering: 2 } as const;

const COLUMNS: readonly TableColumn<ExchangeReading>[] = [
  {
    id: 'exchange',
    title: 'Exchange',
    sortKey: ({ exchange }) => exchange.toLowerCase(),
    cell: ({ exchange }) => <a href={addressOf('exchanges', exchange)}>{exchange}</a>,
  },
  {
    id: 'state',
    title: 'State',
    sortKey: ({ state }) => ORDER[state],
    cell: ({ state }) => <span class={`tag ${state === 'failing' ? 'warn' : ''}`}>{state}</span>,
  },
  {
    id: 'failures',
    title: 'Failures',
    about: 'Readings that failed since the source was opened',
    isNumber: true,
    sortKey: ({ failures }) => Number(failures),
    cell: ({ failures }) => countText(Number(failures)),
  },
  {
    id: 'delivered',
    title: 'Delivered',
    about: 'Time of its last data, in UTC',
    isNumber: true,
    isExtra: true,
    sortKey: ({ lastDelivery }) => lastDelivery,
    cell: ({ lastDelivery }) =>
      lastDelivery === undefined ? NOTHING : instantText(Date.parse(lastDelivery)),
  },
];

/** All exchanges that are read, failing ones first. */
export function SourcesPane({ status: { sources } }: { status: ServiceStatus }) {
  if (!sources)
    return (
      <Pane title="Sources">
        <p class="note">This process reads no exchanges.</p>
      </Pane>
    );
  const rows = sources.exchanges.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
  return (
    <Pane
      title="Sources"
      about={`${sources.answering} answering, ${sources.failing} failing, ${sources.waiting} waiting`}
    >
      {sources.outage !== undefined && <p class="pane-old">{sources.outage}</p>}
      <ShortTable
        maxRows={MAX_ROWS}
        label="Sources by exchange"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ exchange }) => exchange}
        empty="No exchange is read."
      />
    </Pane>
  );
}
