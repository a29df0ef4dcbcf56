import type { SeriesId } from '../../core/index-value.ts';
import type { SeriesTable } from '../embedded/series-table.ts';
import type { Session } from '../../postgres/database.ts';
import type { Day, Slot } from './grid.ts';
import { decodeSlice, type StoredSlice } from './slice-content.ts';

/** How far the history was at one moment: which instants are where. */
export interface Moment {
  readonly session: Session;
  /** Undefined before the first tick. */
  readonly lastSlot: Slot | undefined;
  readonly hotFrom: Slot;
  readonly openDay: Day;
  /** Rises where values of the past were filled in. */
  readonly pastRevision: number;
  readonly candleRevision: number;
  /** Rises with every write of end-of-day records. */
  readonly candleWrites: number;
}

interface ProgressRow extends Record<string, unknown> {
  readonly last_slot: number | null;
  readonly hot_from: number;
  readonly open_day: number;
  readonly past_revision: string;
  readonly candle_revision: string;
  readonly candle_writes: string;
}

/** Series that were added since are known from then on. */
export async function momentOf(session: Session, table: SeriesTable): Promise<Moment> {
  const [row] = await session.rows<ProgressRow>('select * from tick_progress, block_progress');
  if (!row) throw new Error('the database has no row in tick_progress or block_progress');
  await learnSeries(session, table);
  return {
    session,
    lastSlot: row.last_slot ?? undefined,
    hotFrom: row.hot_from,
    openDay: row.open_day,
    pastRevision: Number(row.past_revision),
    candleRevision: Number(row.candle_revision),
    candleWrites: Number(row.candle_writes),
  };
}

/** Those that were added since. */
export async function learnSeries(session: Session, table: SeriesTable): Promise<void> {
  const known = table.size;
  const added = await session.rows<{ number: number; index_type: string; index_id: string }>(
    'select number, index_type, index_id from series where number >= $1 order by number',
    [known],
  );
  // Another read may have learned them meanwhile.
  const unknown = added.filter(({ number }) => number >= table.size);
  if (unknown.length === 0) return;
  const before: readonly (SeriesId | undefined)[] = Array.from({ length: table.size }, () => undefined);
  const ids = unknown.map(
    ({ index_type, index_id }) => ({ indexType: index_type, indexId: index_id }) as SeriesId,
  );
  table.restore([...before, ...ids]);
}

/** The slices that are not in blocks yet, as they were read before: a slice never changes. */
export class HotSlices {
  readonly #slices = new Map<Slot, StoredSlice>();
  readonly #onDamaged: (slot: Slot) => void;

  constructor(onDamaged: (slot: Slot) => void) {
    this.#onDamaged = onDamaged;
  }

  /** Of the slots from <= s <= to, by slot. */
  async between({ session, hotFrom }: Moment, from: Slot, to: Slot): Promise<ReadonlyMap<Slot, StoredSlice>> {
    for (const slot of this.#slices.keys()) if (slot < hotFrom) this.#slices.delete(slot);
    const first = Math.max(from, hotFrom);
    if (first > to) return NONE;
    const known = [...this.#slices.keys()].filter((slot) => slot >= first && slot <= to);
    const read = await session.rows<{ slot: number; content: Buffer }>(
      'select slot, content from slice where slot between $1 and $2 and slot <> all($3::integer[])',
      [first, to, known],
    );
    const slices = new Map(known.map((slot) => [slot, this.#slices.get(slot)!]));
    for (const { slot, content } of read) {
      const slice = decodeSlice(content);
      if (!slice) {
        this.#onDamaged(slot);
        continue;
      }
      this.#slices.set(slot, slice);
      slices.set(slot, slice);
    }
    return slices;
  }
}

const NONE: ReadonlyMap<Slot, StoredSlice> = new Map();
