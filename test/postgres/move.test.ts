import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HistoryDifference } from '../../src/cluster/move/history-comparison.ts';
import { move, type MoveOptions } from '../../src/cluster/move/move.ts';
import { writeLogFile } from '../../src/cluster/move/moved-logs.ts';
import { claimIdentity } from '../../src/app/directory/data-directory.ts';
import { headLine } from '../../src/app/pipeline/integrity/head-lines.ts';
import { LongLivedTokenFile } from '../../src/auth/tokens/long-lived-token-file.ts';
import { moveCommand } from '../../src/cluster/move/move-command.ts';
import { command as statusCommand } from '../../src/cli/commands/status.ts';
import { command as verifyCommand } from '../../src/cli/commands/verify.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { INDEX_TYPES } from '../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';
import { EmbeddedHistoryBackend } from '../../src/history/embedded/embedded-history-backend.ts';
import { PostgresLeases } from '../../src/cluster/postgres/leases/postgres-leases.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import { AlertFile } from '../../src/alerts/store/alert-file.ts';
import type { AlertChange } from '../../src/alerts/store/alert-store.ts';
import { quarantineOf } from '../../src/app/directory/quarantine-of.ts';
import { above, alertRule, delivery, endpoint } from '../support/alert-rules.ts';
import { contentOf } from '../support/alert-store-suite.ts';
import { runInProcess } from '../support/command-line.ts';
import { pastDay, sliceAt, stateAt } from '../support/history-values.ts';
import { Operator } from '../support/operator.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { storeReference } from '../support/recorded-world.ts';
import { candlesOn, FIRST_DAY, FIRST_TICK, IDENTITY, openStored } from '../support/stored-world.ts';
import { MAIN } from '../support/tidemark-process.ts';
import { SIMULATOR } from '../../src/simulator/definition.ts';
import { FileInputReader } from '../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../src/history/inputs/file-input-store.ts';
import { bitsOf, frameAt, START } from '../unit/history/inputs/input-frames.ts';

const PASSWORD = 'a-word-that-stays-hidden';
const TICKS = 300;
const PAST_DAYS = 3;
/** Days of end-of-day records, over the end of a year and of a month. */
const CANDLE_DAYS = 45;
const TIMEOUT_MS = 180_000;
const LAST_STATE = FIRST_TICK + 295 * SLOT_MS;

let server: PostgresServer;
let root: string;
let made: string;
let schemas = 0;
let folder: string;
let schema: string;
let address: string;
/** A database with the moved world, for reading only. */
let moved: string;
const databases: Database[] = [];

beforeAll(async () => {
  server = await startPostgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  root = mkdtempSync(join(tmpdir(), 'tidemark-move-'));
  made = join(root, 'made');
  await makeWorld(made);
  moved = `${server.url}?schema=moved`;
  expect(await move(order({ to: moved }))).toMatchObject({ notMoved: [] });
});
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test-'));
  schema = `move_${++schemas}`;
  address = `${server.url.replace('@', `:${PASSWORD}@`)}?schema=${schema}`;
});
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await server.stop();
});

/** A directory as a service leaves it: ticks over midnight, a state older than the last tick, a filled-in past, secrets, logs. */
async function makeWorld(data: string): Promise<void> {
  const operator = new Operator(data);
  const { client } = await operator.addClient();
  await operator.disableClient(client.id);
  const second = await operator.addClient(['read:LX']);
  await operator.rotateKeys();
  const tokens = new LongLivedTokenFile(data);
  await tokens.read();
  const token = { id: 't', kid: 'k', hash: 'h', audiences: ['rest'], scopes: ['read:LX'] } as const;
  await tokens.change(() => [
    { ...token, clientId: second.client.id, issuedAt: FIRST_TICK, expiresAt: FIRST_TICK + DAY_MS },
  ]);
  await addAlerts(data);
  claimIdentity(data, IDENTITY, SIMULATOR);
  await storeReference(data);
  await writeLogFile(data, 'contracts', ['{"a":1}', '{"b":2}'].map(Buffer.from));
  await writeLogFile(data, 'gaps', [Buffer.from('{"from":"2026-02-27T23:10:00.000Z","reason":"stopped"}')]);
  const head = { slot: FIRST_TICK, recordHash: 'h', keyId: 'k', signature: 's' };
  await writeLogFile(data, 'heads', [Buffer.from(headLine(1, head))]);
  const history = await openStored(data);
  const candles = Array.from({ length: CANDLE_DAYS }, (_, day) => candlesOn(FIRST_DAY + day * DAY_MS)).flat();
  await history.appendCandles(candles);
  for (let tick = 0; tick < TICKS; tick++) {
    const at = FIRST_TICK + tick * SLOT_MS;
    // A tick without a value, and a missing one.
    if (tick === 50) continue;
    const slice = sliceAt(at, (number) => tick !== 20 && number % 4 === 0 && number % 3 !== tick % 3);
    await history.append(slice, at === LAST_STATE ? stateAt(at) : undefined);
  }
  const start = Date.parse('2026-02-27T00:00:00Z');
  const slots = Array.from({ length: 2880 }, (_, slot) => slot).filter((slot) => slot % 11 === 0);
  for (let ago = 0; ago < PAST_DAYS; ago++)
    await history.insertPast(pastDay(start - ago * DAY_MS, [0, 1, 50, 200, 261], slots));
  await history.sealed();
  await history.close();
}

function openAlerts(data: string): Promise<AlertFile> {
  const onProblem = (problem: string) => {
    throw new Error(problem);
  };
  return AlertFile.open({ folder: data, quarantine: quarantineOf(data), onProblem });
}

async function addAlerts(data: string): Promise<void> {
  const file = await openAlerts(data);
  await file.commit(() => ({
    changes: [
      { put: 'endpoint', endpoint: endpoint() },
      ...['b', 'a'].map((id): AlertChange => ({ put: 'rule', rule: alertRule(above('100'), { id }) })),
      { put: 'state', ruleId: 'a', state: { isFiring: true, firedAt: FIRST_TICK } },
      { put: 'delivery', delivery: delivery() },
      { put: 'evaluated', at: FIRST_TICK },
    ],
    result: undefined,
  }));
  await file.close();
}

async function alertsIn(data: string) {
  const file = await openAlerts(data);
  await file.close();
  return contentOf(file);
}

function order(overrides: Partial<MoveOptions> = {}): MoveOptions {
  return {
    from: made,
    to: address,
    verifyOnly: false,
    clock: new SystemClock(),
    signal: new AbortController().signal,
    onStep: () => undefined,
    ...overrides,
  };
}

/** Another connection to the schema of the test. */
function database(): Database {
  const opened = new Database({ url: server.url, schema });
  databases.push(opened);
  return opened;
}

async function everythingIn(data: string) {
  const reader = await new EmbeddedHistoryBackend(data).openReader((damage) =>
    expect.unreachable(JSON.stringify(damage)),
  );
  try {
    const records = [];
    for await (const record of reader.records(0, Infinity)) records.push(record);
    return {
      values: await reader.readAcross({ types: INDEX_TYPES, atOrBefore: Infinity, notBefore: 0, limit: 1e9 }),
      candles: await reader.readCandlesAcross({ types: INDEX_TYPES, startAtOrBefore: Infinity, limit: 1e9 }),
      records,
      last: await reader.lastTick(),
      state: await reader.lastState(),
      series: await reader.series(),
    };
  } finally {
    await reader.close();
  }
}

/** Some ticks, over the end of an hour and of a day. */
async function recordInputs(data: string): Promise<void> {
  const store = FileInputStore.open({
    folder: join(data, 'inputs'),
    keepMs: Infinity,
    space: { shortageFor: () => undefined },
    onEvent: () => undefined,
  });
  for (const tick of [0, 1, 2, 119, 120, 1440, 1441]) await store.append(frameAt(START + tick * SLOT_MS));
  await store.close();
}

async function inputsIn(data: string) {
  const frames = [];
  for await (const { inputs } of new FileInputReader(join(data, 'inputs')).between(0, Infinity))
    frames.push(inputs === 'damaged' ? inputs : bitsOf(inputs));
  expect(frames).toHaveLength(7);
  return frames;
}

/** All bytes of a folder, except for inputs and locks. */
function bytesOf(data: string): Map<string, string> {
  const names = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'base64'),
    ]),
  );
}

describe('a history is moved', { timeout: TIMEOUT_MS }, () => {
  test('to a database and back, bit for bit, and the source is unchanged', async () => {
    await recordInputs(made);
    const before = bytesOf(made);
    await migrate(database());
    await database().run('drop table if exists long_lived_token');
    const there = await runInProcess('move', moveCommand, ['--from', made, '--to', address]);
    expect(there).toMatchObject({ code: 0, err: '' });
    expect(there.out).toContain('everything was compared');
    expect(there.out).toContain('not moved, because the database has no table for it: 1 long-lived token');
    expect(there.out).toContain(`--role compute --data ${made}`);
    const after = bytesOf(made);
    for (const [name, bytes] of before) if (!/audit/.test(name)) expect(after.get(name), name).toBe(bytes);
    const back = join(folder, 'back');
    const returned = await runInProcess('move', moveCommand, ['--json', '--from', address, '--to', back]);
    expect(returned).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(returned.out)).toMatchObject({
      days: PAST_DAYS + 1,
      records: TICKS - 1,
      candles: CANDLE_DAYS * candlesOn(FIRST_DAY).length,
      clients: 2,
      keys: 3,
      logs: { 'reference.log': 1, 'contracts.log': 2, 'integrity-heads.log': 1, 'gaps.log': 1 },
    });
    const source = await everythingIn(made);
    expect(source.state?.at).toBe(LAST_STATE);
    expect(await everythingIn(back)).toEqual(source);
    for (const name of ['reference.log', 'contracts.log', 'integrity-heads.log', 'gaps.log', 'tidemark.json'])
      expect(readFileSync(join(back, name), 'base64'), name).toBe(readFileSync(join(made, name), 'base64'));
    expect(existsSync(join(back, 'move.log'))).toBe(false);
    expect(await inputsIn(back)).toEqual(await inputsIn(made));
    const alerts = await alertsIn(back);
    expect(alerts).toEqual(await alertsIn(made));
    expect(alerts.rules.map(({ id }) => id)).toEqual(['b', 'a']);
    const audits = [made, back].map((data) => readFileSync(join(data, 'audit.log'), 'utf8'));
    for (const text of [there.out, returned.out, ...audits]) expect(text).not.toContain(PASSWORD);
    expect(audits[1]).toContain(schema);
  });

  test('and commands work on the returned directory', async () => {
    const back = join(folder, 'back');
    await expect(move(order({ from: moved, to: back }))).resolves.toMatchObject({ notMoved: [] });
    const [token] = await new LongLivedTokenFile(back).read();
    expect(token).toMatchObject({ id: 't', hash: 'h' });
    const checked = await runInProcess('verify', verifyCommand, ['--storage', '--data', back]);
    expect(checked.out).toContain(' 0 damaged');
    expect(checked.code).toBe(0);
    const status = await runInProcess('status', statusCommand, ['--json', '--data', back]);
    const before = await runInProcess('status', statusCommand, ['--json', '--data', made]);
    const { lastTick, series, ohlcv } = JSON.parse(status.out) as Record<string, unknown>;
    const expected = JSON.parse(before.out) as Record<string, unknown>;
    expect({ lastTick, series, ohlcv }).toEqual({
      lastTick: expected['lastTick'],
      series: expected['series'],
      ohlcv: expected['ohlcv'],
    });
    const store = await openStored(back);
    expect(await store.append(sliceAt(FIRST_TICK + TICKS * SLOT_MS))).toBe('stored');
    await store.close();
  });

  test('and is compared again on demand, with the first difference named', async () => {
    await move(order());
    const same = await runInProcess('move', moveCommand, ['--verify-only', '--from', made, '--to', address]);
    expect(same.code).toBe(0);
    expect(same.out).toContain('is the same as');
    await database().run(
      `update tick_record set record = '\\x00' where slot = (select min(slot) from tick_record)`,
    );
    const other = await runInProcess('move', moveCommand, ['--verify-only', '--from', made, '--to', address]);
    expect(other.code).toBe(1);
    expect(other.err).toContain('the records of ticks of 2026-02-27: 2026-02-27T23:00:30.000Z');
    await database().run('delete from candle_month where month % 12 = 0');
    await database().run("update client set secret_hash = '\\x00'");
    await expect(move(order({ verifyOnly: true }))).rejects.toThrow(
      new HistoryDifference('the clients: the two sides differ'),
    );
  });
});

describe('an interrupted move', { timeout: TIMEOUT_MS }, () => {
  test.each(['to', 'from'] as const)('continues, %s a database', async (way) => {
    const back = join(folder, 'back');
    const ends = way === 'to' ? {} : { from: moved, to: back };
    const stop = new AbortController();
    const steps: string[] = [];
    const onStep: MoveOptions['onStep'] = ({ what }) => {
      steps.push(what);
      if (what === '2026-02-26') stop.abort(new Error('stopped by hand'));
    };
    await expect(move(order({ ...ends, signal: stop.signal, onStep }))).rejects.toThrow('stopped by hand');
    if (way === 'from') {
      await expect(runInProcess('status', statusCommand, ['--data', back])).resolves.toMatchObject({
        out: expect.not.stringContaining('world small') as unknown,
      });
    }
    expect(steps).toContain('2026-02-26');
    const { isResumed, values } = await move(order(ends));
    expect(isResumed).toBe(true);
    await expect(move(order({ ...ends, verifyOnly: true }))).resolves.toMatchObject({ values });
  });

  test('by a kill within a day continues, too', async () => {
    await migrate(database());
    const child = spawn(process.execPath, [MAIN, 'move', '--from', made, '--to', address], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const notes = database();
    const isUnderWay = async () =>
      (await notes.rows("select 1 from shared_log where log = 'move' and number >= 2")).length > 0;
    while (child.exitCode === null && !(await isUnderWay()));
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await expect(move(order())).resolves.toMatchObject({ isResumed: true, records: TICKS - 1 });
  });
});

describe('a move is refused', { timeout: TIMEOUT_MS }, () => {
  test('to a target with a history, or part of another one', async () => {
    const toMoved = order({ to: moved });
    await expect(move(toMoved)).rejects.toThrow('?schema=moved holds a history: choose an empty target');
    const other = join(folder, 'other');
    await new Operator(other).addClient();
    claimIdentity(other, { ...IDENTITY, seed: 'another' }, SIMULATOR);
    const store = await openStored(other);
    await store.append(sliceAt(FIRST_TICK));
    await store.close();
    await expect(move({ ...toMoved, from: other })).rejects.toThrow('holds a history');
    const stop = new AbortController();
    const onStep = () => stop.abort(new Error('stopped'));
    await expect(move(order({ from: other, signal: stop.signal, onStep }))).rejects.toThrow('stopped');
    await expect(move(order())).rejects.toThrow('holds part of another history');
    const full = join(folder, 'full');
    await new Operator(full).addClient();
    await expect(move(order({ from: address, to: full }))).rejects.toThrow(
      'does not hold a complete history',
    );
    writeFileSync(join(folder, 'a file'), '');
    await expect(move(order({ from: moved, to: folder }))).rejects.toThrow('is not empty (a file');
  });

  test('to a database with content that is not from a move', async () => {
    const target = database();
    await migrate(target);
    await target.run(`insert into signing_key values ('tokens', 0, '{}')`);
    await expect(move(order())).rejects.toThrow('holds data that no move has written (clients or keys)');
  });

  test('while a compute node holds the lease, and names it', async () => {
    const target = database();
    await migrate(target);
    const leases = new PostgresLeases({
      database: target,
      clock: new SystemClock(),
      holder: 'node-1',
      lastsMs: 60_000,
    });
    await leases.take('compute');
    await expect(move(order())).rejects.toThrow(
      'node-1 writes to the database: stop all compute nodes first',
    );
    await leases.close();
  });

  test('of a damaged day, which is named, and continues once it is repaired', async () => {
    const days = join(made, 'history', 'days');
    const damaged = join(days, readdirSync(days).toSorted()[1]!);
    const sound = readFileSync(damaged);
    const broken = Buffer.from(sound);
    broken[200] = broken[200]! ^ 0xff;
    writeFileSync(damaged, broken);
    try {
      const refused = runInProcess('move', moveCommand, ['--from', made, '--to', address]);
      await expect(refused).rejects.toThrow(
        /2026-02-26 of .* is damaged: .*2026-02-26.*: .*run the command again/,
      );
      const stored = await database().rows('select day from tick_day order by day');
      expect(stored.map(({ day }) => new Date(Number(day) * DAY_MS).toISOString().slice(0, 10))).toEqual([
        '2026-02-25',
        '2026-02-28',
      ]);
    } finally {
      writeFileSync(damaged, sound);
    }
    await expect(move(order())).resolves.toMatchObject({ isResumed: true, records: TICKS - 1 });
  });

  test.each([
    [['--from', 'a', '--to', 'b'], 'both directories'],
    [['--from', 'postgres://a/b', '--to', 'postgres://a/c'], 'both databases'],
    [['--from', 'a'], 'give both --from and --to'],
    [['--from', 'a', '--to', `mysql://u:${PASSWORD}@h/d`], 'must be a data directory'],
    [['--from', 'a', '--to', `postgres://u:${PASSWORD}@h`], 'must be a data directory'],
  ])('with invalid source and target: %j', async (args, said) => {
    const failure = await runInProcess('move', moveCommand, args).catch((error: Error) => error.message);
    expect(failure).toContain(said);
    expect(failure).not.toContain(PASSWORD);
  });
});
