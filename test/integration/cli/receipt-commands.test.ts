import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tidemark as Client } from '../../../sdk/src/node.ts';
import type { IndexReceipt, IndexTicker } from '../../../sdk/src/contract.ts';
import { startService, type TestService } from '../../support/service.ts';
import { CommandSession } from '../../support/command-session.ts';
import { onTerminal } from './terminal.ts';
import type { Ended } from '../../support/tidemark-process.ts';

const TICKS = 3;
const session = new CommandSession();
const folder = mkdtempSync(join(tmpdir(), 'tidemark-receipts-'));
let service: TestService;
/** Ids of BTC_USD, oldest first: the service runs on during the tests. */
let ticks: readonly IndexTicker[];

beforeAll(async () => {
  service = await startService({ argv: ['--speed', '30'] });
  const client = new Client({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
  const seen: IndexTicker[] = [];
  for await (const tick of client.stream().ticks('BTC_USD')) {
    seen.push(tick);
    if (seen.length === TICKS) break;
  }
  ticks = seen;
});

afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

function tidemark(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const own = { TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: folder, ...environment };
  return session.run(args, { environment: own });
}

const json = ({ stdout }: Ended) => JSON.parse(stdout) as Readonly<Record<string, unknown>>;

describe('tidemark receipt', () => {
  test('prints a line for each exchange on a pipe, and the receipt with --json', async () => {
    const [lines, whole] = await Promise.all([
      tidemark(['receipt', ticks[0]!.id]),
      tidemark(['receipt', 'btc_usd', '--at', ticks[0]!.timestamp, '--json']),
    ]);
    const receipt = json(whole) as unknown as IndexReceipt;
    expect([receipt.id, receipt.price]).toEqual([ticks[0]!.id, ticks[0]!.price]);
    const rows = lines.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
    expect(rows).toHaveLength(receipt.exchanges!.length + receipt.refused!.length);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([11]));
    expect(lines.stdout).not.toContain('\u001b');
    expect([lines.code, whole.code]).toEqual([0, 0]);
    expect(lines.stderr).toBe('tidemark: simulated data, no real prices\n');
  });

  test('with --raw it names a missing data directory', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, stderr } = await tidemark(['receipt', ticks[0]!.id, '--raw', '--data', nowhere]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`there is no data directory ${nowhere}: is --data right?`),
    ]);
  });

  test('draws bars and colours on a terminal, no wider than it is', async () => {
    const environment = { TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: folder };
    const [coloured, plain] = await Promise.all([
      onTerminal(['receipt', ticks[0]!.id], { environment }),
      onTerminal(['receipt', ticks[0]!.id], { environment: { ...environment, NO_COLOR: '1' }, columns: 60 }),
    ]);
    expect([coloured.code, plain.code]).toEqual([0, 0]);
    expect(coloured.screen).toContain('\u001b[36m██');
    expect(plain.screen).not.toContain('\u001b');
    const lines = plain.screen.split(/\r?\n/);
    expect(lines.filter((line) => line.length > 60 && !/^[0-9a-f]{64}$/.test(line))).toEqual([]);
    expect(lines[0]).toBe(`BTC_USD  ${ticks[0]!.price} USD  ${ticks[0]!.timestamp}`);
  });

  test('of a missing value exits with 1 and says why', async () => {
    const refused = [
      [['receipt', 'NO_SUCH'], /^tidemark: nothing is named "NO_SUCH"/],
      [
        ['receipt', 'BTC', '--at', '2100-01-01'],
        /^tidemark: BTC has no value at 2100-\S+ yet: the newest is of /,
      ],
      [['receipt', '00000000-0000-4000-8000-000000000000'], /is neither the id of a tick nor of an index/],
    ] as const;
    const all = await Promise.all(refused.map(([args]) => tidemark(args)));
    for (const [place, { code, stdout, stderr }] of all.entries()) {
      expect(stderr).toMatch(refused[place]![1]);
      expect([code, stdout]).toEqual([1, '']);
    }
  });
});

describe('tidemark check', () => {
  const at = () => ['--at', ticks[1]!.timestamp];
  const pinsFile = () => join(folder, 'tidemark', 'pins', readdirSync(join(folder, 'tidemark', 'pins'))[0]!);

  test('finds everything right, and stores what it has seen', async () => {
    const ended = await tidemark(['check', 'BTC_USD', ...at()]);
    expect(ended.stdout).toMatch(/^BTC_USD .* right\n {2}recomputed +identical to the last digit/);
    expect(ended.code).toBe(0);
    const { pins } = JSON.parse(readFileSync(pinsFile(), 'utf8')) as { pins: { slot: string }[] };
    expect(pins.map(({ slot }) => slot)).toContain(ticks[1]!.timestamp);
  });

  test('finds a history that was rewritten since, until told to forget', async () => {
    const kept = readFileSync(pinsFile(), 'utf8');
    const other = JSON.parse(kept) as { pins: { slot: string; recordHash: string }[] };
    for (const pin of other.pins)
      pin.recordHash = pin.recordHash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const altered = JSON.stringify(other);
    writeFileSync(pinsFile(), altered);
    const ended = await tidemark(['check', ticks[1]!.id, '--json']);
    expect(ended.code).toBe(1);
    expect(json(ended)).toMatchObject({ isSound: false, isRefuted: true, value: { isRight: true } });
    expect(ended.stdout).toContain('history was rewritten');
    expect(readFileSync(pinsFile(), 'utf8')).toBe(altered);
    expect((await tidemark(['check', ticks[1]!.id, '--forget'])).code).toBe(0);
    expect(readFileSync(pinsFile(), 'utf8')).not.toBe(altered);
  });

  test('disproves a service that serves another price than it computed', async () => {
    const liar = await lyingService();
    try {
      const { port } = liar.address() as AddressInfo;
      const environment = { TIDEMARK_URL: `http://127.0.0.1:${port}`, TIDEMARK_TOKEN: await service.token() };
      const ended = await tidemark(['check', ticks[1]!.id], environment);
      expect(ended.code).toBe(1);
      expect(ended.stdout).toMatch(/ refuted\n {2}recomputed +REFUTED/);
      expect(ended.stdout).toContain(`, not ${ticks[1]!.price}`);
      expect(ended.stdout).toContain(`tidemark evidence ${ticks[1]!.id}`);
    } finally {
      liar.close();
      liar.closeAllConnections();
    }
  });
});

/** The service, except for the price in receipts. */
async function lyingService(): Promise<Server> {
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const answer = fetch(service.baseUrl + request.url!, { headers: { authorization } });
    void answer.then(async (said) => {
      const text = await said.text();
      const isReceipt = request.url!.includes('/constituents');
      response.writeHead(said.status, { 'content-type': 'application/json' });
      response.end(isReceipt ? text.replace(/"price":"\d/, '"price":"1') : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A line without the parts that differ between moves: numbers, instants, exchanges, and a rare column. */
function shapeOf(line: string): string {
  return line
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[+-]?\d+(?:\.\d+)?/g, 'N')
    .replaceAll(/ +/g, ' ')
    .replace(' clamp', '')
    .replace(/^(?!rounding|sum|BTC_USD)\S+(?: \S+)*?(?: N)+$/, 'PART')
    .trim();
}

describe('tidemark why', () => {
  test('has parts that add up to the move, and refuses times in the wrong order', async () => {
    const [first, last] = [ticks[0]!, ticks.at(-1)!];
    const args = ['why', 'BTC_USD', first.timestamp, last.timestamp];
    const [lines, record, reversed] = await Promise.all([
      tidemark(args),
      tidemark([...args, '--json']),
      tidemark(['why', 'BTC_USD', last.timestamp, first.timestamp]),
    ]);
    expect([lines.code, record.code, reversed.code]).toEqual([0, 0, 2]);
    expect(reversed.stderr).toMatch(/is after TO, .*: put the earlier one first$/m);
    const found = json(record) as unknown as {
      move: string;
      parts: { total: string }[];
      rest: { because: string };
    };
    expect(Number(found.move)).toBeCloseTo(Number(last.price) - Number(first.price), 9);
    expect(found.rest.because).toBe('ROUNDING');
    const totals = lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split('\t')[5]));
    const sum = totals.pop();
    expect(totals).toHaveLength(found.parts.length + 1);
    expect(totals.reduce((all, each) => all + each, 0)).toBeCloseTo(sum!, 6);
  });

  test('prints to a terminal what docs/reference/cli.md shows', async () => {
    const page = readFileSync(new URL('../../../docs/reference/cli.md', import.meta.url), 'utf8');
    const [, sample = ''] = /```text\n\$ tidemark why [^\n]+\n([^`]+)```/.exec(page) ?? [];
    const environment = { TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: folder, NO_COLOR: '1' };
    const args = ['why', 'BTC_USD', ticks[0]!.timestamp, ticks.at(-1)!.timestamp];
    const { code, screen } = await onTerminal(args, { environment, columns: 100 });
    expect(code).toBe(0);
    const shown = new Set(screen.split(/\r?\n/).map(shapeOf));
    const shapes = sample.split('\n').filter((line) => line !== '' && line !== '…');
    expect(shapes.length).toBeGreaterThan(5);
    for (const line of shapes) expect(shown).toContain(shapeOf(line));
  });
});

test('tidemark evidence says what does not hold, and writes the page that shows it', async () => {
  const liar = await lyingService();
  try {
    const { port } = liar.address() as AddressInfo;
    const environment = { TIDEMARK_URL: `http://127.0.0.1:${port}`, TIDEMARK_TOKEN: await service.token() };
    const file = join(folder, 'lie.html');
    const args = ['evidence', ticks[1]!.id, '--out', file];
    const ended = await tidemark(args, environment);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/^BTC_USD of .* in .*lie\.html: open it in a browser\n {2}FAILED: value: /);
    expect(ended.stdout).toMatch(/\n {2}holds: signature: valid/);
    expect(ended.stdout).toContain(`, not ${ticks[1]!.price}\n`);
    expect(readFileSync(file, 'utf8')).toContain(ticks[1]!.id);
    const record = await tidemark([...args, '--force', '--json'], environment);
    expect(record.code).toBe(1);
    expect(json(record)).toMatchObject({
      verdict: 'wrong',
      parts: [
        { name: 'value', state: 'wrong' },
        { name: 'inputs' },
        { name: 'signature', state: 'right' },
        { name: 'record' },
      ],
      differences: [{ field: 'price', computed: ticks[1]!.price }],
    });
  } finally {
    liar.close();
    liar.closeAllConnections();
  }
});

test('tidemark evidence writes a page that holds the receipt, once', async () => {
  const file = join(folder, 'btc.html');
  const args = ['evidence', ticks[0]!.id, '--out', file];
  const ended = await tidemark([...args, '--json']);
  expect(ended.code).toBe(0);
  expect(json(ended)).toMatchObject({
    index: 'BTC_USD',
    id: ticks[0]!.id,
    file,
    parts: [
      { name: 'value', state: 'right' },
      { name: 'inputs' },
      { name: 'signature', state: 'right' },
      { name: 'record', state: 'right' },
      { name: 'day', state: 'right' },
    ],
    differences: [],
  });
  const page = readFileSync(file, 'utf8');
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain(ticks[0]!.id);
  expect(page).toContain('"source":"simulator"');
  expect(page).toMatch(/"url":"http:\/\/127\.0\.0\.1:\d+/);
  const nowhere = await tidemark(['evidence', ticks[0]!.id, '--out', join(folder, 'none', 'x.html')]);
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    `tidemark: ${join(folder, 'none', 'x.html')} cannot be written: there is no folder ${join(folder, 'none')}\nSee docs/run/troubleshooting.md#file-not-written\n`,
  ]);
  const again = await tidemark(args);
  expect([again.code, again.stderr]).toEqual([
    1,
    `tidemark: ${file} already exists: use --force to replace it\n`,
  ]);
});
