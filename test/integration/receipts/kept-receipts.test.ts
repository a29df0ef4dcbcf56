import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidemark, type KeptReceipt } from '../../../sdk/src/node.ts';
import { verifyProof } from '../../../sdk/src/verify/index.ts';
import { backUp } from '../../../src/app/operate/backup/backup.ts';
import { restore } from '../../../src/app/operate/backup/restore.ts';
import { isSound, verifyDirectory } from '../../../src/app/operate/verify/verify.ts';
import { LoopTurns } from '../../../src/core/async/loop-turns.ts';
import { EVENT_LOOP } from '../../../src/core/async/loop.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { startService, type TestService } from '../../support/service.ts';
import { CommandSession } from '../../support/command-session.ts';

const PATIENCE_MS = 900_000;
/** Two ticks before the end of a day; 12 s of market time in one. 00:59 in Paris is 23:59 UTC. */
const ARGV = ['--start', '2026-12-01T23:58:50Z', '--speed', '12'];
const KEEP = ['--keep-receipts', 'BTC,BTC_USD,BLX@00:59 Europe/Paris,00:00 UTC; NOPE@00:00 UTC'];
const KEPT_AT = '2026-12-01T23:59:00.000Z';
const MIDNIGHT = '2026-12-02T00:00:00.000Z';
const NAMES = ['BTC', 'BTC_USD', 'BLX'];

const session = new CommandSession();
const folder = mkdtempSync(join(tmpdir(), 'tidemark-kept-'));
const data = join(folder, 'data');
let service: TestService;
let kept: KeptReceipt[];

async function start(argv: readonly string[]): Promise<TestService> {
  return startService({ argv: ['--data', data, ...argv], folder });
}

function client(): Tidemark {
  return new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
}

async function list(query: string): Promise<{ content: KeptReceipt[]; nextId?: string }> {
  const answer = await service.get(`/v3/receipts/kept${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { content: KeptReceipt[]; nextId?: string };
}

/** Called after each tick. */
async function allKept(): Promise<KeptReceipt[]> {
  const stream = client().stream();
  try {
    for await (const _tick of stream.ticks(['BTC_USD'])) {
      const found: KeptReceipt[] = [];
      for await (const each of client().keptReceipts()) found.push(each);
      const isLed = found.every(({ receipt }) => receipt.proof?.head?.slot === MIDNIGHT);
      if (found.length === 2 * NAMES.length && isLed) return found;
    }
  } finally {
    stream.close();
  }
  throw new Error('the stream has ended');
}

const tidemark = (...args: readonly string[]) =>
  session.run(args, { environment: { TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: folder } });

beforeAll(async () => {
  service = await start([...ARGV, ...KEEP]);
  kept = await allKept();
  const { logLines } = service;
  expect(logLines.filter((line) => line.includes('"name":"NOPE"'))).toHaveLength(1);
  await service.close();
  // Years later, no inputs are left.
  rmSync(join(data, 'inputs'), { recursive: true });
  service = await start([...ARGV, ...KEEP]);
}, PATIENCE_MS);

afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('receipts of both instants are kept, and lead to the signed head of the day', async () => {
  const keys = await client().integrityKeys();
  const { content } = await list('?order=asc');
  expect(content).toEqual(kept);
  expect(content.map(({ timestamp, name }) => `${timestamp} ${name}`).toSorted()).toEqual(
    [KEPT_AT, MIDNIGHT].flatMap((at) => NAMES.toSorted().map((name) => `${at} ${name}`)),
  );
  for (const { id, receipt, times, tzdata, timestamp } of content) {
    expect(receipt).toMatchObject({ id, timestamp });
    expect(times).toEqual([timestamp === MIDNIGHT ? '00:00 UTC' : '00:59 Europe/Paris']);
    expect(tzdata).toBe(process.versions['tz']);
    expect(await verifyProof(receipt, keys)).toMatchObject({ isRight: true, headSlot: MIDNIGHT });
  }
});

test('the list follows its schema, its filters and its pages', async () => {
  const schemas = await ResponseSchemas.of(service);
  const validate = schemas.response('/v3/receipts/kept', 'get', 200)!;
  const newest = await list('?size=2');
  expect(schemas.problemsOf(validate, newest)).toBe('');
  expect(newest.content.map(({ timestamp }) => timestamp)).toEqual([MIDNIGHT, MIDNIGHT]);
  const others = await list(`?size=2000&startAfter=${newest.nextId}`);
  expect([...newest.content, ...others.content]).toEqual(kept.toReversed());
  expect(others.nextId).toBeUndefined();
  const one = await list(`?name=BTC_USD&from=${KEPT_AT}&to=${MIDNIGHT}`);
  expect(one.content.map(({ name, timestamp }) => [name, timestamp])).toEqual([['BTC_USD', KEPT_AT]]);
  expect((await list('?name=bitcoin')).content).toHaveLength(2);
  expect((await list('?name=NOPE')).content).toEqual([]);
});

test.each([
  ['?from=yesterday', 'from'],
  [`?from=${MIDNIGHT}&to=${KEPT_AT}`, 'from'],
  ['?size=0', 'size'],
  ['?startAfter=00000000-000f-4000-8000-000000000000', 'startAfter'],
])('%s is refused', async (query, field) => {
  const answer = await service.get(`/v3/receipts/kept${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ field }] });
});

test('scopes are those of the index', async () => {
  const authorization = `Bearer ${await service.token({ scope: 'read:LX' })}`;
  const lx = await service.get('/v3/receipts/kept', { authorization });
  const { content } = (await lx.json()) as { content: KeptReceipt[] };
  expect(new Set(content.map(({ name }) => name))).toEqual(new Set(['BLX']));
  expect((await service.get('/v3/receipts/kept?name=BTC', { authorization })).status).toBe(403);
  const caps = `Bearer ${await service.token({ scope: 'read:market-cap' })}`;
  expect((await service.get('/v3/receipts/kept', { authorization: caps })).status).toBe(403);
});

test('tidemark evidence writes a kept receipt whose inputs are gone, and tidemark check checks it offline', async () => {
  const file = join(folder, 'btc.html');
  const written = await tidemark('evidence', 'BTC', '--at', '2026-12-02 00:59 Europe/Paris', '--out', file);
  expect(written.stderr).toBe('tidemark: simulated data, no real prices\n');
  expect(written.stdout).toContain(`BTC of ${KEPT_AT} in ${file}`);
  expect(written.stdout).toContain('kept for 00:59 Europe/Paris (time-zone data ');
  expect(written.code).toBe(0);
  const offline = { environment: { XDG_CONFIG_HOME: folder, TIDEMARK_URL: 'http://127.0.0.1:1' } };
  const checked = await session.run(['check', file], offline);
  expect(checked.stdout).toMatch(/^BTC .*: Holds: value, inputs, signature, record, day\n/);
  expect(checked.code).toBe(0);

  const altered = join(folder, 'altered.html');
  const text = readFileSync(file, 'utf8');
  const price = kept.find(({ name }) => name === 'BTC')!.receipt.price;
  writeFileSync(altered, text.replace(`"price":"${price}"`, '"price":"123456"'));
  const refuted = await session.run(['check', altered, '--json'], offline);
  expect(JSON.parse(refuted.stdout)).toMatchObject({ verdict: 'wrong', price: '123456' });
  expect(refuted.code).toBe(1);

  const otherKeys = join(folder, 'keys.json');
  const x = Buffer.alloc(32, 7).toString('base64url');
  writeFileSync(otherKeys, JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'other', x }] }));
  const foreign = await session.run(['check', file, '--keys', otherKeys], offline);
  expect(foreign.stdout).toContain('FAILED: signature');
  expect(foreign.code).toBe(1);
});

test('tidemark check says what is wrong with a file', async () => {
  const text = join(folder, 'text.json');
  writeFileSync(text, '{"price":1}');
  const [none, other, usage] = await Promise.all([
    tidemark('check', join(folder, 'none.html')),
    tidemark('check', text),
    tidemark('check', text, '--at', '10m'),
  ]);
  expect(none.stderr).toContain('there is no file');
  expect(other.stderr).toContain('is neither a file of');
  expect([none.code, other.code, usage.code]).toEqual([1, 1, 2]);
});

test('tidemark evidence of a tick that is not kept says why, and what is', async () => {
  const ended = await tidemark(
    'evidence',
    'BTC',
    '--at',
    '2026-12-01T23:59:30Z',
    '--out',
    join(folder, 'x.html'),
  );
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('the inputs of this value are no longer stored');
  expect(ended.stderr).toContain(
    `Kept receipts of BTC near it: ${KEPT_AT} (00:59 Europe/Paris) and ${MIDNIGHT} (00:00 UTC)`,
  );
});

test('verify checks them, backups contain them, and a forged one is detected', async () => {
  const report = await verifyDirectory({ data });
  expect(report.kept).toEqual({ receipts: 6, verified: 6, unsigned: 0, faults: [], uncounted: [] });
  expect(isSound(report)).toBe(true);

  const clock = new SystemClock();
  const { folder: backup } = await backUp({ data, target: join(folder, 'backups'), inputs: false, clock });
  const restored = join(folder, 'restored');
  await restore({ backup, data: restored, clock });
  const again = await verifyDirectory({ data: restored });
  expect(again.kept).toMatchObject({ receipts: 6, verified: 6, uncounted: [] });
  expect(isSound(again)).toBe(true);

  const { KeptStore } = await import('../../../src/app/pipeline/kept-receipts/kept-store.ts');
  const store = new KeptStore({
    folder: restored,
    quarantine: { move: () => undefined },
    onProblem: () => undefined,
    turns: new LoopTurns(EVENT_LOOP),
  });
  const add = async ({ timestamp, receipt, ...entry }: KeptReceipt, forged: object) => {
    const at = Date.parse(timestamp);
    await store.append(
      { entry: { ...entry, at }, receipt: { ...receipt, ...forged }, headSlot: at },
      Date.parse(MIDNIGHT),
    );
  };
  const first = kept[0]!;
  const last = kept.at(-1)!;
  await add(first, { price: '123456' });
  await add(first, { proof: undefined });
  await add(last, { proof: { ...last.receipt.proof, head: undefined, day: undefined } });
  await store.close();
  const found = await verifyDirectory({ data: restored });
  expect(found.kept).toMatchObject({ verified: 6, unsigned: 0 });
  expect(found.kept.faults).toMatchObject([
    { id: first.id, reason: expect.stringContaining('does not match') as string },
    { id: first.id, reason: 'its proof is missing' },
    { id: last.id, reason: 'its proof leads to no head, although its day has one' },
  ]);
  expect(isSound(found)).toBe(false);
});
