import type { Millis } from '../../../core/time.ts';
import type {
  InputBounds,
  InputFrame,
  NoInputs,
  RecordedInputs,
  StoredInputReader,
} from '../../../history/input-store.ts';
import { FrameDecoder } from '../../../history/inputs/frame-codec.ts';
import {
  FRAME_HEAD_BYTES,
  decompressFrame,
  decodeFrameHead,
  type FrameHead,
} from '../../../history/inputs/sealed-frame.ts';
import type { Database } from '../database.ts';
import { atOf, dayOfSlot, slotAtOrAfter, slotAtOrBefore, type Day, type Slot } from '../history/grid.ts';

/** The valid row of a slot. */
interface Counted {
  readonly slot: Slot;
  readonly day: Day;
  readonly fence: string;
  readonly run: number;
}

/**
 * Reads recorded inputs of all nodes from the database. If a slot has several rows, the one with the fence of its tick is valid; if
 * there is no such tick, the newest.
 */
export class PostgresInputReader implements StoredInputReader {
  readonly #database: Database;
  #hasTable: Promise<boolean> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(at: Millis): Promise<InputFrame | NoInputs> {
    for await (const { inputs } of this.between(at, at)) return inputs;
    return 'not-kept';
  }

  async *between(from: Millis, to: Millis): AsyncGenerator<RecordedInputs> {
    const counted = await this.#counted(slotAtOrAfter(from), slotAtOrBefore(to));
    for (const wanted of byRun(counted)) yield* this.#ofRun(wanted);
  }

  async bounds(): Promise<InputBounds | undefined> {
    if (!(await this.#isThere())) return undefined;
    const [row] = await this.#database.rows<{ first: Slot | null; last: Slot | null; bytes: string }>(
      `select min(slot) as first, max(slot) as last,
         (select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits where inhparent = 'tick_input'::regclass) as bytes
       from tick_input`,
    );
    if (!row || row.first === null || row.last === null) return undefined;
    return { first: atOf(row.first), last: atOf(row.last), bytes: Number(row.bytes) };
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Databases of version 1.0 lack the table, because 1.0 kept inputs in files. */
  async #isThere(): Promise<boolean> {
    this.#hasTable ??= this.#database
      .rows<{ there: boolean }>("select to_regclass('tick_input') is not null as there")
      .then(([row]) => row?.there === true);
    try {
      return await this.#hasTable;
    } catch (error) {
      this.#hasTable = undefined;
      throw error;
    }
  }

  async #counted(from: Slot, to: Slot): Promise<Counted[]> {
    if (!(await this.#isThere())) return [];
    return this.#database.rows<Counted & Record<string, unknown>>(
      `select distinct on (i.slot) i.slot, i.day, i.fence::text as fence, i.run
       from tick_input i left join tick_record r on r.slot = i.slot and r.day = i.day
       where i.day between $1 and $2 and i.slot between $3 and $4
       order by i.slot, (i.fence = r.fence) desc nulls last, i.fence desc, i.run desc`,
      [dayOfSlot(from), dayOfSlot(to), from, to],
    );
  }

  /** Rows of one run, ascending. Skips a day that is dropped meanwhile. */
  async *#ofRun(wanted: readonly Counted[]): AsyncGenerator<RecordedInputs> {
    const { day, fence, run } = wanted[0]!;
    const slots = new Set(wanted.map(({ slot }) => slot));
    const last = wanted.at(-1)!.slot;
    const rows = await this.#database.rows<{ slot: Slot; content: Buffer }>(
      `select slot, content from tick_input
       where day = $1 and fence = $2 and run = $3 and slot <= $4 order by slot`,
      [day, fence, run, last],
    );
    const decoder = new FrameDecoder();
    let before: FrameHead | undefined;
    for (const { slot, content } of rows) {
      const head = headOf(content, slot);
      const goesOn = head && (head.isKey || (before && head.baseChecksum === before.storedChecksum));
      before = goesOn && advanced(decoder, head, content) ? head : undefined;
      if (slots.has(slot)) yield { at: atOf(slot), inputs: before ? decoder.frame(atOf(slot)) : 'damaged' };
    }
  }
}

function* byRun(counted: readonly Counted[]): Generator<Counted[]> {
  let run: Counted[] = [];
  for (const row of counted) {
    const [first] = run;
    if (first && (first.fence !== row.fence || first.run !== row.run)) {
      yield run;
      run = [];
    }
    run.push(row);
  }
  if (run.length > 0) yield run;
}

function headOf(content: Buffer, slot: Slot): FrameHead | undefined {
  const head = decodeFrameHead(content);
  return head?.at === atOf(slot) ? head : undefined;
}

function advanced(decoder: FrameDecoder, head: FrameHead, content: Buffer): boolean {
  const frame = decompressFrame(head, content.subarray(FRAME_HEAD_BYTES));
  if (!frame) return false;
  try {
    decoder.advance(frame, head.isKey);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
