import { describe, expect, test } from 'vitest';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { PostgresInputReader } from '../../src/cluster/postgres/inputs/postgres-input-reader.ts';
import {
  InputsFenced,
  PostgresInputs,
  type PostgresInputsOptions,
} from '../../src/cluster/postgres/inputs/postgres-inputs.ts';
import type { InputEvent, InputFrame, NoInputs } from '../../src/history/input-store.ts';
import { describeInputStore } from '../contract/ports/input-store-contract.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { bitsOf, frameAt, START } from '../unit/history/inputs/input-frames.ts';

const postgres = usePostgres();
const at = (tick: number): Millis => START + tick * SLOT_MS;

async function raiseFence(database: Database): Promise<number> {
  const [row] = await database.rows<{ number: string }>(
    'update fence set number = number + 1 returning number',
  );
  return Number(row!.number);
}

async function openIn(
  database: Database,
  options: Partial<PostgresInputsOptions> = {},
): Promise<PostgresInputs> {
  const fence = await raiseFence(database);
  const all = { database, fence, keepMs: 7 * DAY_MS, maxBytes: Infinity, onEvent: () => undefined };
  return new PostgresInputs({ ...all, ...options });
}

/** The answer to the second insertion of inputs is lost. */
function withoutSecondAnswer(database: Database): Database {
  let insertions = 0;
  return new Proxy(database, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      const method = member.bind(target) as (...given: unknown[]) => unknown;
      if (name !== 'run') return method;
      return async (...given: unknown[]) => {
        const changed = await method(...given);
        if (String(given[0]).includes('insert into tick_input') && ++insertions === 2)
          throw new Error('Query read timeout');
        return changed;
      };
    },
  });
}

const shown = (read: InputFrame | NoInputs) => (typeof read === 'string' ? read : bitsOf(read));

describeInputStore('recorded inputs in PostgreSQL', {
  create: async () => {
    const database = await postgres.open();
    return { reader: new PostgresInputReader(database), open: () => openIn(database) };
  },
});

describe('recorded inputs in PostgreSQL', () => {
  test('accept nothing from a writer that was taken over', async () => {
    const database = await postgres.open();
    const older = await openIn(database);
    await older.append(frameAt(at(0)));
    const newer = await openIn(database);
    await expect(older.append(frameAt(at(1)))).rejects.toThrow(InputsFenced);
    await newer.append(frameAt(at(1)));
    const reader = new PostgresInputReader(database);
    expect(await reader.read(at(2))).toBe('not-kept');
    expect(shown(await reader.read(at(1)))).toEqual(bitsOf(frameAt(at(1))));
    const rows = await database.rows('select 1 from tick_input');
    expect(rows).toHaveLength(2);
  });

  test('are inserted as the same row again if the answer was lost, so that a hanging commit holds one connection', async () => {
    const database = await postgres.open();
    const store = await openIn(withoutSecondAnswer(database));
    const frames = [0, 1, 2].map((tick) => frameAt(at(tick)));
    await store.append(frames[0]!);
    await expect(store.append(frames[1]!)).rejects.toThrow('Query read timeout');
    expect(await store.append(frames[1]!)).toBe('recorded');
    expect(await store.append(frames[2]!)).toBe('recorded');
    const rows = await database.rows('select run from tick_input order by slot');
    expect(rows).toEqual([{ run: 1 }, { run: 1 }, { run: 1 }]);
    const reader = new PostgresInputReader(database);
    for (const [tick, frame] of frames.entries())
      expect(shown(await reader.read(at(tick)))).toEqual(bitsOf(frame));
  });

  test('are those of the writer that stored the tick, whatever another one has left for the slot', async () => {
    const database = await postgres.open();
    const reader = new PostgresInputReader(database);
    const first = await openIn(database);
    await first.append(frameAt(at(0)));
    const own = await openIn(database);
    const stored = { ...frameAt(at(0)), rest: Uint8Array.of(1) };
    await own.append(stored);
    await (await openIn(database)).append({ ...frameAt(at(0)), rest: Uint8Array.of(2) });
    await database.run('create table tick_record_day partition of tick_record default');
    await database.run(
      `insert into tick_record (slot, day, fence, record)
       select distinct slot, day, 2, '\\x00'::bytea from tick_input`,
    );
    expect(shown(await reader.read(at(0)))).toEqual(bitsOf(stored));
  });

  test('are damaged from a row with a changed byte up to the next key frame, and never wrong', async () => {
    const database = await postgres.open();
    const store = await openIn(database);
    for (let tick = 0; tick < 25; tick++) await store.append(frameAt(at(tick)));
    await database.run(
      `update tick_input set content = set_byte(content, 60, get_byte(content, 60) # 255)
       where slot = (select min(slot) + 10 from tick_input)`,
    );
    const reader = new PostgresInputReader(database);
    const read = [];
    for await (const { inputs } of reader.between(at(0), at(24))) read.push(shown(inputs));
    const expected = Array.from({ length: 25 }, (_, tick) =>
      tick < 10 || tick >= 20 ? bitsOf(frameAt(at(tick))) : 'damaged',
    );
    expect(read).toEqual(expected);
  });

  test('are recorded again after a failover has lost the partition of the day', async () => {
    const database = await postgres.open();
    const store = await openIn(database);
    await store.append(frameAt(at(0)));
    await database.run(`drop table tick_input_${Math.floor(at(0) / DAY_MS)}`);
    await expect(store.append(frameAt(at(1)))).rejects.toThrow(/no partition/);
    expect(await store.append(frameAt(at(2)))).toBe('recorded');
  });

  test('are recorded while a backup reads them, and old days are dropped once it is done', async () => {
    const database = await postgres.open();
    const events: InputEvent[] = [];
    const onEvent = (event: InputEvent) => void events.push(event);
    const store = await openIn(database, { keepMs: DAY_MS, onEvent });
    await store.append(frameAt(at(0)));
    // The locks that pg_dump holds while it runs. The store looks for old days with its first frame, then with every 20th.
    await database.read(async (backup) => {
      await backup.rows('select count(*) from tick_input');
      const during = await openIn(database, { keepMs: DAY_MS, onEvent });
      expect(await during.append(frameAt(at(2 * 2880 + 1)))).toBe('recorded');
      expect(events.map(({ kind }) => kind)).not.toContain('dropped');
    });
    const after = await openIn(database, { keepMs: DAY_MS, onEvent });
    expect(await after.append(frameAt(at(2 * 2880 + 2)))).toBe('recorded');
    expect(events.map(({ kind }) => kind)).toContain('dropped');
  });

  test('of days beyond retention are dropped with their partitions', async () => {
    const database = await postgres.open();
    const events: InputEvent[] = [];
    const options = { keepMs: DAY_MS, onEvent: (event: InputEvent) => void events.push(event) };
    const store = await openIn(database, options);
    for (const day of [0, 1, 2]) await store.append(frameAt(at(day * 2880)));
    const later = await openIn(database, options);
    await later.append(frameAt(at(3 * 2880)));
    const reader = new PostgresInputReader(database);
    const kept = await Promise.all([0, 1, 2, 3].map((day) => reader.read(at(day * 2880))));
    expect(kept.map((read) => typeof read)).toEqual(['string', 'string', 'object', 'object']);
    expect(events.filter(({ kind }) => kind === 'dropped')).toMatchObject([
      { reason: 'age' },
      { reason: 'age' },
    ]);
    expect(await reader.bounds()).toMatchObject({ first: at(2 * 2880), last: at(3 * 2880) });
  });

  test('of days that are still needed stay', async () => {
    const database = await postgres.open();
    const held = { has: (hour: Millis) => hour === START - 30_000 };
    const options = { keepMs: DAY_MS, held };
    await (await openIn(database, options)).append(frameAt(at(0)));
    await (await openIn(database, options)).append(frameAt(at(5 * 2880)));
    expect(await new PostgresInputReader(database).read(at(0))).toBeTypeOf('object');
  });

  test('are given up if only the current day could make space for them, and recorded again when there is space', async () => {
    const database = await postgres.open();
    const events: InputEvent[] = [];
    const onEvent = (event: InputEvent) => void events.push(event);
    await (await openIn(database)).append(frameAt(at(0)));
    const full = await openIn(database, { maxBytes: 1, onEvent });
    expect(await full.append(frameAt(at(1)))).toBe('given-up');
    expect(events).toMatchObject([{ kind: 'given-up', at: at(1) }]);
    // A day later, the previous day is dropped for it.
    expect(await full.append(frameAt(at(2880)))).toBe('recorded');
    expect(events.slice(1)).toMatchObject([{ kind: 'dropped', reason: 'room' }, { kind: 'recorded' }]);
  });

  test('continue with a key frame after a lost reply', async () => {
    const database = await postgres.open();
    const failing = { isFailing: false };
    const answering = new Proxy(database, {
      get: (target, name: keyof Database) => {
        const own = target[name];
        if (name !== 'run') return typeof own === 'function' ? (own as () => unknown).bind(target) : own;
        return async (...given: Parameters<Database['run']>) => {
          const rows = await target.run(...given);
          if (failing.isFailing) throw new Error('the answer was lost');
          return rows;
        };
      },
    });
    const store = await openIn(answering);
    await store.append(frameAt(at(0)));
    failing.isFailing = true;
    await expect(store.append(frameAt(at(1)))).rejects.toThrow('the answer was lost');
    failing.isFailing = false;
    await store.append(frameAt(at(1)));
    await store.append(frameAt(at(2)));
    const reader = new PostgresInputReader(database);
    for (const tick of [0, 1, 2])
      expect(shown(await reader.read(at(tick)))).toEqual(bitsOf(frameAt(at(tick))));
  });
});
