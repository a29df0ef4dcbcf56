import { DAY_MS, HOUR_MS, type Millis } from '../../../core/time.ts';
import type {
  DropReason,
  InputEvent,
  InputFrame,
  InputStore,
  RecordOutcome,
} from '../../../history/input-store.ts';
import { FRAMES_PER_KEY } from '../../../history/inputs/file-input-store.ts';
import { FrameEncoder } from '../../../history/inputs/frame-codec.ts';
import type { HeldHours } from '../../../history/inputs/held-hours.ts';
import { sealFrame, type SealedFrame } from '../../../history/inputs/sealed-frame.ts';
import { HOLD_FENCE, isDuplicate, type Database } from '../database.ts';
import { dayOfSlot, slotOf, startOfDay, type Day, type Slot } from '../history/grid.ts';
import { isLockedByOthers, Partitions, REFUSE_TO_WAIT } from '../history/write/partitions.ts';
import { inputDays, type InputDay } from './input-days.ts';

/** There is a newer writer of history. */
export class InputsFenced extends Error {}

export interface PostgresInputsOptions {
  readonly database: Database;
  /** Fence of the history writer. With an outdated fence nothing is stored. */
  readonly fence: number;
  /** Days that ended this long before the newest tick are dropped. */
  readonly keepMs: Millis;
  /** Limit of the total size of all days. */
  readonly maxBytes: number;
  /** Days that have one of these hours are kept. */
  readonly held?: Pick<HeldHours, 'has'> | undefined;
  readonly onEvent: (event: InputEvent) => void;
}

/** How often the space is checked: a tick has at most half a megabyte. */
const CHECK_EVERY_TICKS = 20;
/** If the answer does not arrive in time, the same row is inserted again. */
const ANSWER_MS = 4000;

/** A row, and the state of its run once it is stored. */
interface InputRow {
  readonly slot: Slot;
  readonly day: Day;
  readonly run: number;
  readonly bytes: Uint8Array;
  readonly frames: number;
  readonly checksum: number;
}

/**
 * Stores recorded inputs in the database, one row per tick. `append` rejects with `InputsFenced` if there is a newer writer. A retry
 * inserts the same row: if the commit of the first attempt hangs, the database cancels the retry instead of holding a connection for
 * each.
 */
export class PostgresInputs implements InputStore {
  readonly #options: PostgresInputsOptions;
  readonly #partitions = new Partitions();
  readonly #encoder = new FrameEncoder();
  /** Number of the current run. Each run starts with a key frame. */
  #run = 0;
  /** Frames in the current run; 0 if the next frame starts a run. */
  #frames = 0;
  #last: { readonly slot: Slot; readonly checksum: number } | undefined;
  /** A row whose insertion was not confirmed. */
  #unconfirmed: InputRow | undefined;
  #ticksUntilCheck = 0;
  #keptBytes = 0;
  #isFull = false;

  constructor(options: PostgresInputsOptions) {
    this.#options = options;
  }

  async append(frame: InputFrame): Promise<RecordOutcome> {
    const slot = slotOf(frame.at);
    const day = dayOfSlot(slot);
    await this.#makeRoom(frame.at, day);
    if (this.#isFull) {
      this.#frames = 0;
      const reason = `${this.#keptBytes} of ${this.#options.maxBytes} bytes are used`;
      this.#options.onEvent({ kind: 'given-up', at: frame.at, reason });
      return 'given-up';
    }
    const unconfirmed = this.#unconfirmed?.slot === slot ? this.#unconfirmed : undefined;
    const row = unconfirmed ?? this.#rowOf(frame, slot, day);
    await this.#insert(row);
    const { bytes } = row;
    this.#keptBytes += bytes.length;
    this.#options.onEvent({
      kind: 'recorded',
      at: frame.at,
      bytes: bytes.length,
      keptBytes: this.#keptBytes,
    });
    return 'recorded';
  }

  /** Whether this writer has stored inputs of a tick. */
  async has(at: Millis): Promise<boolean> {
    const { database, fence } = this.#options;
    const slot = slotOf(at);
    const found = await database.rows(
      'select 1 from tick_input where day = $1 and slot = $2 and fence = $3 limit 1',
      [dayOfSlot(slot), slot, fence],
    );
    return found.length > 0;
  }

  async close(): Promise<void> {
    this.#frames = 0;
  }

  /** A run never spans two days, so that days can be dropped separately. */
  #seal(frame: InputFrame, slot: Slot): SealedFrame {
    const last = this.#last;
    const goesOn = last !== undefined && slot > last.slot && dayOfSlot(slot) === dayOfSlot(last.slot);
    const isKey = this.#frames === 0 || !goesOn || !this.#encoder.canContinue(frame);
    if (isKey) {
      this.#frames = 0;
      this.#run++;
    }
    const base = isKey ? undefined : last!.checksum;
    // If storing fails, the next frame must be a key frame.
    const frames = this.#frames;
    this.#frames = 0;
    const sealed = sealFrame(frame.at, base, this.#encoder.encode(frame, isKey));
    this.#frames = frames;
    return sealed;
  }

  #rowOf(frame: InputFrame, slot: Slot, day: Day): InputRow {
    const { bytes, storedChecksum: checksum } = this.#seal(frame, slot);
    return { slot, day, run: this.#run, bytes, frames: (this.#frames + 1) % FRAMES_PER_KEY, checksum };
  }

  async #insert(row: InputRow): Promise<void> {
    const { database, fence } = this.#options;
    const { slot, day, run, bytes, frames, checksum } = row;
    this.#unconfirmed = row;
    // Unless it is stored, the next tick starts a run.
    this.#frames = 0;
    await this.#partitions.ensure(database, 'tick_input', day);
    const inserting = database.run(INSERT, [slot, day, fence, run, bytes], ANSWER_MS);
    const inserted = await inserting.catch((error: unknown) => {
      if (isDuplicate(error)) return 1;
      this.#partitions.forget();
      throw error;
    });
    if (inserted === 0) throw new InputsFenced();
    this.#unconfirmed = undefined;
    this.#frames = frames;
    this.#last = { slot, checksum };
  }

  async #makeRoom(at: Millis, current: Day): Promise<void> {
    if (this.#ticksUntilCheck-- > 0 && !this.#isFull) return;
    this.#ticksUntilCheck = CHECK_EVERY_TICKS;
    const { database, keepMs, maxBytes } = this.#options;
    let days = await inputDays(database);
    const aged = days.filter(({ day }) => day < current && startOfDay(day) + DAY_MS < at - keepMs);
    days = await this.#dropAll(days, aged, 'age');
    for (;;) {
      this.#keptBytes = days.reduce((sum, { bytes }) => sum + bytes, 0);
      this.#isFull = this.#keptBytes > maxBytes;
      const oldest = days.find(({ day }) => day < current && !this.#isHeld(day));
      if (!this.#isFull || !oldest) return;
      const left = await this.#dropAll(days, [oldest], 'room');
      if (left.length === days.length) {
        // A backup reads the oldest day. Until it is done, a few ticks more than the limit do less harm than ticks without inputs.
        this.#isFull = false;
        return;
      }
      days = left;
    }
  }

  async #dropAll(days: InputDay[], chosen: readonly InputDay[], reason: DropReason): Promise<InputDay[]> {
    const left = new Set(days);
    for (const each of chosen) {
      if (this.#isHeld(each.day) || !(await this.#drop(each.day))) continue;
      this.#options.onEvent({ kind: 'dropped', hour: startOfDay(each.day), bytes: each.bytes, reason });
      left.delete(each);
    }
    return [...left];
  }

  /** Whether it is gone: while a backup reads the table, no partition can be dropped. */
  async #drop(day: Day): Promise<boolean> {
    const { database, fence } = this.#options;
    const dropping = database.write(async (session) => {
      await session.run(REFUSE_TO_WAIT);
      const held = await session.rows(HOLD_FENCE, [fence]);
      if (held.length > 0) await this.#partitions.drop(session, 'tick_input', day);
      return held.length > 0;
    });
    const isOwn = await dropping.catch((error: unknown) => {
      if (isLockedByOthers(error)) return undefined;
      throw error;
    });
    if (isOwn === false) throw new InputsFenced();
    return isOwn === true;
  }

  #isHeld(day: Day): boolean {
    const { held } = this.#options;
    if (!held) return false;
    return Array.from({ length: DAY_MS / HOUR_MS }, (_, i) => startOfDay(day) + i * HOUR_MS).some((hour) =>
      held.has(hour),
    );
  }
}

/** Values: slot, day, fence, run, content. A new writer waits until it is committed. */
const INSERT = `
  with held as materialized (select 1 from fence where number = $3::bigint for share)
  insert into tick_input (slot, day, fence, run, content)
    select $1::integer, $2::integer, $3::bigint, $4::integer, $5::bytea from held`;
