import type { Millis } from '../../../../core/time.ts';
import type { LastTick, StoredRecord, StoredState } from '../../../../history/history-store.ts';
import type { Session } from '../../database.ts';
import { atOf, dayOfSlot, slotAtOrAfter, slotAtOrBefore, type Slot } from '../grid.ts';

const RECORDS_PER_QUERY = 1000;

type InTransaction = <T>(work: (transaction: { readonly session: Session }) => Promise<T>) => Promise<T>;

/** Reads records of ticks and the engine's state as they were stored. */
export class RecordReads {
  readonly #read: InTransaction;

  constructor(read: InTransaction) {
    this.#read = read;
  }

  /** Oldest first. */
  async *between(from: Millis, to: Millis): AsyncGenerator<StoredRecord> {
    const last = slotAtOrBefore(to);
    for (let first = slotAtOrAfter(from); first <= last;) {
      const bounds = [first, last, RECORDS_PER_QUERY, dayOfSlot(first), dayOfSlot(last)];
      const some = await this.#read(({ session }) =>
        session.rows<{ slot: Slot; record: Buffer }>(
          `select slot, record from tick_record where slot between $1 and $2 and day between $4 and $5
           order by slot limit $3`,
          bounds,
        ),
      );
      for (const { slot, record } of some)
        if (record.length > 0) yield { at: atOf(slot), record: new Uint8Array(record) };
      if (some.length < RECORDS_PER_QUERY) return;
      first = some.at(-1)!.slot + 1;
    }
  }

  async lastTick(): Promise<LastTick | undefined> {
    const [last] = await this.#read(({ session }) =>
      session.rows<{ slot: Slot; record: Buffer }>(
        `select slot, record from tick_progress join tick_record
           on slot = last_slot and day = (last_slot - 1) / 2880`,
      ),
    );
    return last && { at: atOf(last.slot), record: new Uint8Array(last.record) };
  }

  async lastState(): Promise<StoredState | undefined> {
    const [found] = await this.#read(({ session }) =>
      session.rows<{ slot: Slot; state: Buffer }>('select slot, state from engine_state'),
    );
    return found && { at: atOf(found.slot), state: new Uint8Array(found.state) };
  }
}
