import type { Session } from '../../database.ts';
import { TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { Slot } from '../grid.ts';
import type { HistoryMoment } from './moment.ts';
import { decodeSlice, type StoredSlice } from '../slice-content.ts';

interface SliceRow extends Record<string, unknown> {
  readonly slot: Slot;
  readonly content: Buffer;
}

/** How many slices are read ahead at a time. Each has about 170 kB in a world of 7,500 series. */
const SLICES_AHEAD = 4;

/** Cache of the slices that are not sealed in blocks yet. A slice never changes. */
export class UnsealedSlices {
  /** Undefined for a slot that has no tick and will never have one. */
  readonly #slices = new Map<Slot, StoredSlice | undefined>();
  readonly #onDamaged: (slot: Slot) => void;
  readonly #askedAhead = new Set<Slot>();
  #isAhead = false;

  constructor(onDamaged: (slot: Slot) => void) {
    this.#onDamaged = onDamaged;
  }

  /** The slices of the slots from <= s <= to, by slot. */
  async between(moment: HistoryMoment, from: Slot, to: Slot): Promise<ReadonlyMap<Slot, StoredSlice>> {
    const slots = this.#slotsOf(moment, from, to);
    const unknown = slots.filter((slot) => !this.#slices.has(slot));
    if (unknown.length > 0) await this.#load(moment.session, unknown);
    const slices = new Map<Slot, StoredSlice>();
    for (const slot of slots) {
      const slice = this.#slices.get(slot);
      if (slice) slices.set(slot, slice);
    }
    return slices;
  }

  /** The slice of one slot; synchronous if it is cached. */
  at(moment: HistoryMoment, slot: Slot): StoredSlice | undefined | Promise<StoredSlice | undefined> {
    if (slot < moment.hotFrom) return undefined;
    if (this.#slices.has(slot)) return this.#slices.get(slot);
    return this.between(moment, slot, slot).then((slices) => slices.get(slot));
  }

  /** Loads the slices of the slots from <= s <= to, newest first, a few at a time so that other work can run in between. */
  async warm(moment: HistoryMoment, from: Slot, to: Slot): Promise<void> {
    const missing = this.#slotsOf(moment, from, to)
      .filter((slot) => !this.#slices.has(slot))
      .toReversed();
    for (let i = 0; i < missing.length; i += SLICES_AHEAD)
      await this.#load(moment.session, missing.slice(i, i + SLICES_AHEAD));
  }

  /**
   * Reads the other slices of the last hour in the background, newest first, because clients often read consecutive instants. If it
   * fails, slices are read when needed.
   */
  readAhead(session: Session, moment: HistoryMoment): void {
    const { lastSlot } = moment;
    if (this.#isAhead || lastSlot === undefined) return;
    const missing = this.#slotsOf(moment, lastSlot - TICKS_PER_HOUR + 1, lastSlot)
      .filter((slot) => !this.#slices.has(slot) && !this.#askedAhead.has(slot))
      .toReversed();
    if (missing.length === 0) return;
    this.#isAhead = true;
    const done = () => (this.#isAhead = false);
    this.#loadAhead(session, missing).then(done, done);
  }

  async #loadAhead(session: Session, slots: readonly Slot[]): Promise<void> {
    for (let i = 0; i < slots.length; i += SLICES_AHEAD) {
      const some = slots.slice(i, i + SLICES_AHEAD);
      for (const slot of some) this.#askedAhead.add(slot);
      // A missing slice may have been sealed meanwhile, so it is not cached as absent.
      for (const row of await rowsOf(session, some)) this.#add(row);
    }
  }

  async #load(session: Session, slots: readonly Slot[]): Promise<void> {
    for (const row of await rowsOf(session, slots)) this.#add(row);
    for (const slot of slots) if (!this.#slices.has(slot)) this.#slices.set(slot, undefined);
  }

  #add({ slot, content }: SliceRow): void {
    const slice = decodeSlice(content);
    if (!slice) this.#onDamaged(slot);
    this.#slices.set(slot, slice);
  }

  /** The slots in the range that may have a slice. */
  #slotsOf({ hotFrom, lastSlot = -1 }: HistoryMoment, from: Slot, to: Slot): Slot[] {
    for (const slot of this.#slices.keys()) if (slot < hotFrom) this.#slices.delete(slot);
    for (const slot of this.#askedAhead) if (slot < hotFrom) this.#askedAhead.delete(slot);
    const first = Math.max(from, hotFrom);
    const last = Math.min(to, lastSlot);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  }
}

function rowsOf(session: Session, slots: readonly Slot[]): Promise<SliceRow[]> {
  return session.rows<SliceRow>('select slot, content from slice where slot = any($1::integer[])', [slots]);
}
