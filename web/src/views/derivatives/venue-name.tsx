import { addressOf } from '../../address.ts';
import type { TableColumn } from '../../parts/data-table.tsx';
import type { Venue } from './derivative-exchanges.ts';

/** The exchange in its colour, with a link to its page. */
function VenueName({ venue }: { venue: Venue }) {
  return (
    <span class="derivatives-venue">
      <i class={`venue-${venue.colour}`} />
      <a href={addressOf('exchanges', venue.name)}>{venue.name}</a>
    </span>
  );
}

/** The first column of every table of contracts. */
export const VENUE_COLUMN: TableColumn<{ readonly venue: Venue }> = {
  id: 'venue',
  title: 'Exchange',
  sortKey: ({ venue }) => venue.name,
  cell: ({ venue }) => <VenueName venue={venue} />,
};

/** Legend of the colours. */
export function VenueKeys({ venues }: { venues: readonly Venue[] }) {
  return (
    <ul class="keys">
      {venues.map(({ id, name, colour }) => (
        <li key={id}>
          <i class={`venue-${colour}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Each once, in the order of their colours. */
export function venuesOf(rows: readonly { readonly venue: Venue }[]): Venue[] {
  return [...new Map(rows.map(({ venue }) => [venue.id, venue])).values()].toSorted(
    (a, b) => a.colour - b.colour,
  );
}
