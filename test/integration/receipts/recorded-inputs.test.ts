import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { claimIdentity } from '../../../src/app/directory/data-directory.ts';
import { identityFrom } from '../../../src/app/directory/source-identity.ts';
import { verifyDirectory } from '../../../src/app/operate/verify/verify.ts';
import { command as statusCommand } from '../../../src/cli/commands/status.ts';
import { command as verifyCommand } from '../../../src/cli/commands/verify.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { maskOf } from '../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS } from '../../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import { FileInputStore } from '../../../src/history/inputs/file-input-store.ts';
import { frameOf } from '../../../src/values/receipts/recorded-input.ts';
import { CommandSession } from '../../support/command-session.ts';
import {
  FIRST,
  recordedVersion,
  RecordedWorld,
  SEED,
  sliceOf,
  storeReference,
} from '../../support/recorded-world.ts';
import { runInProcess } from '../../support/command-line.ts';
import { startService, type TestService } from '../../support/service.ts';
import { soon, Tidemark } from '../../support/tidemark-process.ts';
import { SIMULATOR } from '../../../src/simulator/definition.ts';

const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const START = ['--start', '2026-03-01T12:59:05Z', '--fault-rate', '3'];

interface Verified {
  readonly ticks: number;
  readonly verified: number;
  readonly different: number;
  readonly notVerifiable: { readonly noInputs: number; readonly damagedInputs: number };
  readonly differences: readonly { readonly timestamp: string; readonly indexId: string }[];
  readonly brokenLinks: readonly string[];
  readonly alteredRecords: readonly string[];
  readonly lackingReferences: readonly object[];
}

const tidemark = new Tidemark();
const commands = new CommandSession();

/** In this process, which is faster than starting the program; throws refusals. */
const verifyHere = (folder: string, ...args: string[]) =>
  runInProcess('verify', verifyCommand, ['--data', folder, ...args]);

async function verified(folder: string, code = 0): Promise<Verified> {
  const printed = await verifyHere(folder, '--json');
  expect([printed.err, printed.code]).toEqual(['', code]);
  return JSON.parse(printed.out) as Verified;
}

async function verifiedByProgram(folder: string): Promise<Verified> {
  const ended = await commands.run(['verify', '--data', folder, '--json']);
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  return JSON.parse(ended.stdout) as Verified;
}

/** Ids of the values at the newest tick of a service. */
async function newestIds(service: TestService): Promise<{ at: number; ids: string[] }> {
  const records = await Promise.all(
    [BLX, BTC, BTC_USD].map(async (indexId) => {
      const answer = await service.get(`/v3/index-ticker?indexId=${indexId}`);
      return ((await answer.json()) as { content: { id: string; timestamp: string }[] }).content[0]!;
    }),
  );
  return { at: Date.parse(records[0]!.timestamp), ids: records.map(({ id }) => id) };
}

const receiptsOf = (service: TestService, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      // One receipt at a time for each client: each id waits for its turn.
      for (;;) {
        const answer = await service.get(`/v3/index-ticker/${id}/constituents`);
        if (answer.status !== 503) return { status: answer.status, text: await answer.text() };
        await soon();
      }
    }),
  );

describe('receipts', () => {
  test('are the same before and after a restart, and at once for the newest tick', async () => {
    const folder = tidemark.newFolder();
    const before = await startService({ folder, argv: [...START, '--speed', '200'] });
    let { at, ids } = await newestIds(before);
    const early = { at, ids };
    // The service runs in this process and must be able to compute its ticks.
    for (; at < early.at + 8 * SLOT_MS; await soon()) ({ at, ids } = await newestIds(before));
    const all = [...early.ids, ...ids];
    const made = await receiptsOf(before, all);
    expect(made.map(({ status }) => status)).toEqual(all.map(() => 200));
    await before.close();
    const after = await startService({ folder, argv: [...START, '--speed', '0.01'] });
    expect(await receiptsOf(after, all)).toEqual(made);
    await after.close();
  });
});

describe('tidemark verify', () => {
  test(
    'finds nothing after kills during recording, or while the service runs',
    { timeout: 900_000 },
    async () => {
      const folder = tidemark.newFolder();
      let before = 0;
      for (let kill = 0; kill < 3; kill++) {
        const service = await tidemark.serve(['--data', folder, ...START, '--speed', '300']);
        let running = await verifiedByProgram(folder);
        // It is ready once it has the last tick; the next one may take a moment.
        while (running.ticks <= before) running = await verified(folder);
        service.kill('SIGKILL');
        await service.ended;
        const report = await verifiedByProgram(folder);
        expect(report).toMatchObject({ different: 0, brokenLinks: [], alteredRecords: [] });
        expect(report.notVerifiable).toMatchObject({ noInputs: 0, damagedInputs: 0 });
        expect(report.ticks).toBeGreaterThanOrEqual(running.ticks);
        before = report.ticks;
      }
    },
  );

  test('reports a value that was altered in the store, and exits with 1', async () => {
    const folder = tidemark.newFolder();
    const altered = await writeDirectory(folder, 5, 3);
    const report = await verified(folder, 1);
    expect(report).toMatchObject({ ticks: 5, different: 1, brokenLinks: [] });
    const timestamp = new Date(FIRST + 3 * SLOT_MS).toISOString();
    expect(report.differences).toMatchObject([{ timestamp, indexId: altered }]);
    const { stdout, code } = await commands.run(['verify', '--data', folder]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${timestamp} MWA ${altered} stored price`);
    const others = await verifyHere(folder, '--to', new Date(FIRST + 3 * SLOT_MS).toISOString());
    expect([others.code, others.out]).toEqual([0, expect.stringMatching(/different\s+0\n/)]);
    const end = new Date(FIRST + 5 * SLOT_MS).toISOString();
    expect((await verifyHere(folder, '--last', '1m', '--to', end)).out).toMatch(/, 2 ticks\n/);
    expect((await verifyHere(folder, '--last', '30s', '--to', end)).code).toBe(0);
    // The ticks are not from today: spans count from the newest one.
    expect((await verifyHere(folder, '--last', '30s')).out).toMatch(/, 1 ticks\n/);
    expect((await verifyHere(folder, '--from', '30s ago')).out).toMatch(/, 2 ticks\n/);
    await expect(verifyHere(folder, '--last', '1m', '--from', end)).rejects.toThrow(
      '--from and --last cannot be used together',
    );
  });

  test('reports ticks whose reference data is gone, exits with 1, and status shows it', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5);
    const status = async () => (await runInProcess('status', statusCommand, ['--data', folder])).out;
    expect(await verifyDirectory({ data: folder })).toMatchObject({ different: 0, lackingReferences: [] });
    expect(await status()).toMatch(/^reference data +1 version$/m);
    rmSync(join(folder, 'reference.log'));
    const report = await verified(folder, 1);
    const [from, to] = [FIRST, FIRST + 4 * SLOT_MS].map((at) => new Date(at).toISOString());
    const hash = recordedVersion.hash;
    expect(report).toMatchObject({ different: 0, lackingReferences: [{ hash, from, to, ticks: 5 }] });
    const { out } = await verifyHere(folder);
    expect(out).toContain(`5 ticks from ${from} to ${to} were computed with reference data that are missing`);
    expect(await status()).toMatch(/^reference data +0 versions, reference\.log is missing/m);
  });

  test('reports damage of the reference data', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5);
    const path = join(folder, 'reference.log');
    const bytes = readFileSync(path);
    bytes[bytes.length - 20]! ^= 0xff;
    writeFileSync(path, bytes);
    const report = await verified(folder, 1);
    expect(report).toMatchObject({ damage: [{ file: 'reference.log' }], lackingReferences: [{ ticks: 5 }] });
  });

  test('starts with the first recorded tick, not with its hour', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5, 3);
    expect(await verifyDirectory({ data: folder })).toMatchObject({ ticks: 5, from: FIRST });
  });

  test('counts the ticks of its range, and separately earlier modelled ones', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5);
    await modelBefore(folder, 3);
    const { code, out } = await verifyHere(folder);
    const [from, to] = [FIRST, FIRST + 4 * SLOT_MS].map((at) => new Date(at).toISOString());
    const line = `modelled before  3, in 3 ticks of the same day before ${from}: cannot be verified`;
    expect([code, out.split('\n')[0]]).toEqual([0, `${from} to ${to}, 5 ticks`]);
    expect(out).toContain('not verifiable   0 (no inputs kept 0, modelled 0,');
    expect(out).toContain(`${line}\n`);
    // With an explicit range, they are in it.
    expect(await verifyDirectory({ data: folder, from: FIRST - SLOT_MS })).toMatchObject({
      from: FIRST - SLOT_MS,
      ticks: 6,
      notVerifiable: { modelled: 1 },
      modelledBefore: { ticks: 0, values: 0 },
    });
  });

  test('from long before the first tick reads only stored data', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5, 3);
    let slots = 0;
    const onProgress = () => void slots++;
    const all = await verifyDirectory({ data: folder, from: 0, onProgress });
    expect(all).toMatchObject({ ticks: 5, different: 1, from: Math.floor(FIRST / DAY_MS) * DAY_MS });
    expect(slots).toBeLessThanOrEqual(DAY_MS / SLOT_MS);
  });

  test.each([
    ['after the newest tick', ['--from', '2030-01-01T00:00:00Z'], 'from 2030-01-01T00:00:00.000Z'],
    ['before the oldest one', ['--to', '1970-01-02T00:00:00Z'], 'to 1970-01-02T00:00:00.000Z'],
    [
      'between two of them',
      ['--from', '2026-03-01T12:00:31Z', '--to', '2026-03-01T12:00:59Z'],
      'from 2026-03-01T12:00:31.000Z to 2026-03-01T12:00:59.000Z',
    ],
  ])('refuses a range %s, and reports the stored range', async (_where, range, named) => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5, 3);
    const newest = new Date(FIRST + 4 * SLOT_MS).toISOString();
    const refusal = `there is nothing to verify ${named}: ticks are stored from ${newest.slice(0, 10)} to ${newest}`;
    for (const json of [[], ['--json']])
      await expect(verifyHere(folder, ...range, ...json)).rejects.toThrow(new OperatorError(refusal));
  });

  test.each(['integrity-count.json', 'integrity-heads.log', 'inputs/2026-03-01T12.inputs'])(
    'reports without a stack that %s is a folder',
    async (name) => {
      const folder = tidemark.newFolder();
      await writeDirectory(folder, 3);
      rmSync(join(folder, name), { force: true });
      mkdirSync(join(folder, name));
      const { code, out, err } = await verifyHere(folder);
      expect([code, err]).toEqual([1, '']);
      expect(out).toMatch(new RegExp(`${name}:? cannot be read: it is a folder, not a regular file`));
    },
  );

  test('and status report a scrub.json that is a folder', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 3);
    const path = join(folder, 'scrub.json');
    mkdirSync(path);
    const { code, stderr } = await commands.run(['status', '--data', folder]);
    expect([code, stderr]).toEqual([
      1,
      `tidemark: ${path} cannot be read: it is a folder, not a regular file\nSee docs/run/troubleshooting.md#file-unreadable\n`,
    ]);
  });

  test('reports a chain of records that starts anew, and when', async () => {
    const folder = tidemark.newFolder();
    await writeDirectory(folder, 5, -1, 3);
    const [restart, later] = [3, 4].map((slot) => new Date(FIRST + slot * SLOT_MS).toISOString());
    expect(await verified(folder, 1)).toMatchObject({ different: 0, brokenLinks: [], restarts: [restart] });
    const { out } = await verifyHere(folder);
    expect(out).toContain(`  ${restart} the chain of records restarts`);
    // With a range from there on, it is still not the first tick of the directory.
    expect(await verifyDirectory({ data: folder, from: Date.parse(restart!) })).toMatchObject({
      restarts: [Date.parse(restart!)],
    });
    const after = await verifyHere(folder, '--from', later!);
    expect([after.code, after.err]).toEqual([0, '']);
  });

  test('refuses keys without their heads', async () => {
    const { code, stderr } = await commands.run(['verify', '--keys', 'keys.json']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--keys needs --head FILE')]);
  });

  test('refuses invalid arguments', async () => {
    const folder = tidemark.newFolder();
    await expect(verifyHere(join(folder, 'missing'))).rejects.toThrow(OperatorError);
    expect(await commands.run(['verify', '--data', folder, '--from', 'yesterday'])).toMatchObject({
      code: 2,
    });
    const never = await commands.run(['verify', '--data', folder]);
    expect(never).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^tidemark: .*never been served/),
    });
  });
});

interface Written {
  readonly folder: string;
  /** The series of the price. */
  readonly altered: string;
}

/** Written once, and copied by tests. */
const written = new Map<string, Promise<Written>>();
const kept = new Tidemark(afterAll);

/**
 * A directory of a service, except for one altered price of one tick, and a tick without a predecessor; returns the series of the
 * price.
 */
async function writeDirectory(
  folder: string,
  ticks: number,
  alteredTick = -1,
  restartedTick = -1,
): Promise<string> {
  const key = [ticks, alteredTick, restartedTick].join();
  const known = written.get(key) ?? writeOnce(kept.newFolder(), ticks, alteredTick, restartedTick);
  written.set(key, known);
  const { folder: from, altered } = await known;
  cpSync(from, folder, { recursive: true });
  return altered;
}

async function writeOnce(
  folder: string,
  ticks: number,
  alteredTick: number,
  restartedTick: number,
): Promise<Written> {
  claimIdentity(folder, identityFrom(SIMULATOR, { world: 'small', seed: SEED }), SIMULATOR);
  mkdirSync(join(folder, 'inputs'));
  await storeReference(folder);
  const history = await openHistory(folder);
  const space = { shortageFor: () => undefined };
  const inputs = FileInputStore.open({
    folder: join(folder, 'inputs'),
    keepMs: DAY_MS,
    space,
    onEvent: () => {},
  });
  let world = new RecordedWorld();
  let altered = '';
  for (let i = 0; i < ticks; i++) {
    if (i === restartedTick) world = new RecordedWorld(FIRST + i * SLOT_MS);
    const tick = world.next();
    await inputs.append(frameOf(tick));
    const slice = sliceOf(tick);
    const prices = slice.prices.slice();
    if (i === alteredTick) {
      prices[4]! *= 1.01;
      altered = slice.order.series[slice.series[4]!]!.indexId;
    }
    expect(await history.append({ ...slice, prices })).toBe('stored');
  }
  await inputs.close();
  await history.close();
  return { folder, altered };
}

const openHistory = (folder: string) =>
  EmbeddedHistoryStore.open({
    folder: join(folder, 'history'),
    windowMs: 200 * DAY_MS,
    onDamage: (damage) => expect(damage).toBeUndefined(),
    onSealingFailure: (error) => expect(error).toBeUndefined(),
  });

/** Values of one series in the slots right before the first tick, as filled in by the back-fill. */
async function modelBefore(folder: string, ticks: number): Promise<void> {
  const startAt = Math.floor(FIRST / DAY_MS) * DAY_MS;
  const first = (FIRST - startAt) / SLOT_MS - 1;
  const column = (value: number) => new Float64Array(ticks).fill(value);
  const series = {
    indexType: 'MWA' as const,
    indexId: BTC_USD,
    slots: Uint16Array.from({ length: ticks }, (_, i) => first - ticks + i),
    prices: column(60_000),
    volumes: column(1),
    tickVolumes: column(Number.NaN),
    flags: new Uint16Array(ticks).fill(maskOf('MODELLED')),
  };
  const history = await openHistory(folder);
  expect(await history.insertPast({ startAt, parts: [[series]] })).toBe('stored');
  await history.close();
}

test('without space for inputs, values continue and the operator is warned', async () => {
  const folder = tidemark.newFolder();
  writeFileSync(join(folder, 'held'), Buffer.alloc(24 * 2 ** 20, 1));
  const service = await startService({
    folder,
    argv: [...START, '--speed', '200', '--max-disk', '24MiB'],
  });
  const { at } = await newestIds(service);
  let newest = await newestIds(service);
  for (; newest.at < at + 3 * SLOT_MS; await soon()) newest = await newestIds(service);
  const [receipt] = await receiptsOf(service, newest.ids.slice(0, 1));
  expect(receipt).toMatchObject({ status: 404, text: expect.stringMatching(/no longer stored/) });
  const metrics = await (await service.get('/metrics')).text();
  expect(metrics).toMatch(/tidemark_inputs_total\{outcome="given-up"\} [1-9]/);
  const lines = service.logLines.filter((line) => line.includes('inputs are no longer recorded'));
  expect(lines).toHaveLength(1);
  await service.close();
  const report = await verified(folder);
  expect(report.verified).toBe(0);
});
