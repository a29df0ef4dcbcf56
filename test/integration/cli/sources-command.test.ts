import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { CcxtExchange } from '../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { ExchangeHttp } from '../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../src/sources/live/http/token-bucket.ts';
import { checkExchanges } from '../../../src/sources/live/trial/exchange-check.ts';
import { DEFAULT_EXCHANGE_NAMES } from '../../../src/sources/live/settings/exchange-profiles.ts';
import { parseDefinition } from '../../../src/sources/live/declared/parse-definition.ts';
import { recordedAnswers } from '../../support/declared/recorded-answers.ts';
import { ContractWorld, layoutsWithContracts } from '../../support/rig/contracts/contract-rig.ts';
import { declaredLayout } from '../../support/rig/declared-layout.ts';
import { LAYOUTS, RIG_EXCHANGES } from '../../support/rig/layouts.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import * as faults from '../../support/rig/faults.ts';
import { Rig } from '../../support/rig/rig.ts';
import { CommandSession } from '../../support/command-session.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const session = new CommandSession();
const FILE = 'examples/exchanges/hotbit.json';
const { definition } = parseDefinition(readFileSync(FILE, 'utf8'));
if (!definition) throw new Error('the example is not valid');
const hotbit = declaredLayout(definition, recordedAnswers('hotbit').answers);
const layouts = [...LAYOUTS, hotbit];
const NOW = Date.now();
const world = new RigWorld({ size: 'small', layouts });
const contracts = new ContractWorld('small').contractsOf('bitmex', NOW);
let rig: Rig;

beforeAll(async () => {
  rig = await Rig.start([
    ...layouts,
    ...layoutsWithContracts(() => contracts).filter(({ id }) => id === 'bitmex'),
  ]);
  for (const key of ['kraken', 'hotbit']) rig.set(key, world.instrumentsOf(key, NOW, 12));
});

afterAll(() => rig.close());

const run = (...args: readonly string[]) => session.run(['sources', ...args]);

describe('sources check', () => {
  const checked = (exchanges: string, derivatives: string, ...more: readonly string[]) => {
    const named = ['--exchanges', exchanges, '--derivatives', derivatives];
    return run('check', ...named, '--exchange-gateway', rig.gateway, ...more);
  };

  test('shows latency, markets, tickers and clock of each exchange', async () => {
    const { code, stdout } = await checked('kraken', 'bitmex', '--exchange-files', FILE);
    expect([code, stdout.split('\n')[0]?.split(/ +/)]).toEqual([
      0,
      ['exchange', 'read', 'latency', 'took', 'markets', 'tickers', 'newest', 'clock', 'problem'],
    ]);
    expect(stdout).toMatch(/^kraken +yes +\d+ ms +[\d.]+ s +12 +12 /m);
    expect(stdout).toMatch(/^hotbit +yes +\d+ ms +[\d.]+ s +12 +12 /m);
    expect(stdout).toMatch(/^bitmex \(derivatives\) +yes +\d+ ms +[\d.]+ s +\d+ +\d+ /m);
    expect(stdout).toMatch(/^3 of 3 can be read$/m);
  });

  test('names what blocks an exchange, shows the others, and exits with 1', async () => {
    rig.fault('okx', faults.LEGAL_REASONS);
    rig.fault('bitstamp', faults.tooManyRequests(90));
    rig.fault('bybit', faults.HTML_AS_ANSWER);
    const { code, stdout } = await checked('kraken,okx,bitstamp,bybit', 'none', '--json');
    for (const key of ['okx', 'bitstamp', 'bybit']) rig.fault(key, undefined);
    const checks = JSON.parse(stdout) as readonly CheckJson[];
    expect(code).toBe(1);
    expect(checks.map(({ exchange, failure }) => [exchange, failure?.kind, failure?.step])).toEqual([
      ['kraken', undefined, undefined],
      ['okx', 'not-from-here', 'markets'],
      ['bitstamp', 'rate-limited', 'markets'],
      ['bybit', 'not-json', 'markets'],
    ]);
    expect(checks[0]).toMatchObject({ kind: 'spot', markets: 12, tickers: 12 });
    expect(checks[0]?.clockOffsetMs).toBeGreaterThan(-5000);
    expect(checks[0]?.clockOffsetMs).toBeLessThan(5000);
    expect(checks[2]?.failure?.message).toBe('status 429, retry after 90 s');
  });

  test('an unreachable exchange is reported clearly', async () => {
    const to = ['--exchange-gateway', 'http://127.0.0.1:1', '--derivatives', 'none'];
    const { code, stdout } = await run('check', '--exchanges', 'kraken,alpaca', ...to);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^kraken +no .* markets: no connection to it, or to the proxy or gateway \(/m);
    expect(stdout).toMatch(/^alpaca +no .* it cannot be read \(its list of markets needs a key\)$/m);
    expect(stdout).toMatch(/^0 of 2 can be read$/m);
  });
});

test('a check ends in time, with the readings so far', async () => {
  rig.fault('okx', faults.NO_HEADERS);
  const settings = { exchanges: ['okx', 'kraken'], exchangeGateway: rig.gateway };
  const checks = await checkExchanges({
    settings,
    clock: new SystemClock(),
    exchangeMs: 5000,
    totalMs: 3000,
  });
  rig.fault('okx', undefined);
  expect(checks.map(({ exchange, failure }) => [exchange, failure])).toEqual([
    ['okx', { kind: 'timeout', step: 'markets', message: 'not done within 3 s for all exchanges' }],
    ['kraken', undefined],
  ]);
});

interface CheckJson {
  readonly exchange: string;
  readonly clockOffsetMs?: number;
  readonly failure?: { readonly kind: string; readonly step: string; readonly message: string };
}

interface TrialJson {
  readonly key: string;
  readonly markets: number;
  readonly tickers: readonly Readonly<Record<string, string>>[];
  readonly leftOut: readonly { readonly why: string; readonly count: number }[];
  readonly problems: readonly string[];
}

describe('sources test', () => {
  test.each([
    [FILE, 'hotbit'],
    ['kraken', 'kraken'],
  ])('%s shows the decoded data', async (name, key) => {
    // Runs in a separate process, which ends by itself.
    const text = await tidemark.run(['sources', 'test', name, '--exchange-gateway', rig.gateway]);
    expect([text.code, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toMatch(new RegExp(`^${key} \\(.*\\): 12 markets, 12 tickers with a price\n`));
    expect(text.stdout).toMatch(/^base +quote +last +bid +ask +volume +age$/m);
    expect(text.stdout).toMatch(/^and 2 more$/m);
    const json = await run('test', name, '--exchange-gateway', rig.gateway, '--json');
    const trial = JSON.parse(json.stdout) as TrialJson;
    const [given] = world.instrumentsOf(key, NOW, 12);
    const found = trial.tickers.find(({ base, quote }) => base === given?.base && quote === given?.quote);
    expect(Number(found?.['last'])).toBe(Number(given?.last));
    expect(Number(found?.['volume'])).toBe(Number(given?.baseVolume));
  });

  test('a key of the exchange is used: a missing key file is an error', async () => {
    const { code, stderr } = await run('test', 'kraken', '--exchange-keys', '/nowhere/keys.json');
    expect([code, stderr]).toEqual([1, 'tidemark: there is no file /nowhere/keys.json\n']);
  });

  test('a derivatives interface is tested by its name', async () => {
    const { code, stdout } = await run('test', 'bitmex', '--exchange-gateway', rig.gateway, '--json');
    const trial = JSON.parse(stdout) as TrialJson;
    expect([code, trial.key]).toEqual([0, 'bitmex']);
    expect(trial.markets).toBeGreaterThan(2);
    expect(trial.tickers.length).toBe(trial.markets);
  });

  test('an unknown exchange in --exchange-gateway is refused', async () => {
    const { code, stderr } = await run('test', 'kraken', '--exchange-gateway', `krakn=${rig.gateway}`);
    expect(code).toBe(1);
    expect(stderr).toContain(
      '--exchange-gateway names krakn, which is not one of the exchanges that are read',
    );
  });

  test('says clearly what is wrong, with another exit code', async () => {
    const file = changed(FILE, (fields) => ({ ...fields, bid: 'sell', ask: 'buy', last: 'high' }));
    const { code, stdout } = await run('test', file, '--exchange-gateway', rig.gateway);
    expect(code).toBe(1);
    expect(stdout).toContain('problems\n  bid is above ask in ');
    const none = changed(FILE, (fields) => ({ ...fields, last: 'lastPrice' }));
    const missing = await run('test', none, '--exchange-gateway', rig.gateway);
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('none with a last price')]);
  });

  test('an unreachable exchange is a problem with its kind', async () => {
    const { code, stdout } = await run('test', FILE, '--exchange-gateway', 'http://127.0.0.1:1');
    expect(code).toBe(1);
    expect(stdout).toContain('connect: the request failed: ECONNREFUSED');
  });

  test('uses saved answers instead of requests', async () => {
    const folder = tidemark.newFolder();
    const { answers, expected } = recordedAnswers('altmarkets');
    const files = answers.map(({ body }, i) => {
      writeFileSync(join(folder, `${i}.json`), body);
      return join(folder, `${i}.json`);
    });
    const { code, stdout } = await run(
      'test',
      'examples/exchanges/altmarkets.json',
      '--answer',
      files.join(','),
      '--json',
    );
    const trial = JSON.parse(stdout) as TrialJson;
    const priced = expected.filter(({ last }) => last !== undefined);
    expect([code, trial.problems]).toEqual([0, []]);
    expect(trial.tickers.map(({ base, quote }) => [base, quote])).toEqual(
      priced.map(({ base, quote }) => [base, quote]),
    );
    expect(trial.leftOut).toEqual([expect.objectContaining({ why: 'no last price', count: 1 })]);
    const few = await run('test', 'examples/exchanges/altmarkets.json', '--answer', files[0] ?? '');
    expect([few.code, few.stderr]).toEqual([
      1,
      expect.stringContaining('--answer must name 2 files, for https://'),
    ]);
  });

  test('refuses a file and reports all its errors', async () => {
    const file = join(tidemark.newFolder(), 'bad.json');
    writeFileSync(file, '{"format":1,"key":"X"}');
    const { code, stderr } = await run('test', file);
    expect(code).toBe(1);
    expect(stderr).toContain(`${file}: key: must be 2 to 40 lower-case letters, digits and hyphens\n`);
    expect(stderr).toContain(`${file}: tickers: is missing\n`);
  });
});

describe('an unknown exchange', () => {
  test.each([
    ['krakn', "'krakn' is neither a file nor an exchange that ccxt knows; did you mean kraken"],
    [
      'nosuchexchange',
      "'nosuchexchange' is neither a file nor an exchange that ccxt knows ('tidemark sources list'",
    ],
    ['./no/such.json', 'there is no file ./no/such.json'],
  ])('%s is reported, with suggestions', async (name, message) => {
    const { code, stdout, stderr } = await run('test', name);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`tidemark: ${message}`);
  });

  test('a host that cannot be resolved is named', async () => {
    const { code, stdout } = await run('test', 'kraken', '--exchange-gateway', 'http://no-such-host.invalid');
    expect(code).toBe(1);
    expect(stdout).toMatch(/dns: the request failed: E\w+ no-such-host\.invalid$/m);
  });
});

describe('sources list and hosts', () => {
  test('list has a heading', async () => {
    const { stdout } = await run('list', '--exchanges', 'kraken');
    const [head = '', ...rows] = stdout.split('\n');
    expect(head).toMatch(/^ +key +name +read by +tickers +default +note$/);
    expect(rows.find((row) => row.startsWith('*'))).toMatch(/^\* +kraken +Kraken +ccxt +at once +yes$/);
    expect(rows.at(-2)).toMatch(/^\* configured: 1 of \d+$/);
  });

  test('hosts has one for supplies', async () => {
    const address = 'https://api.example.com/assets';
    const { stdout } = await run(
      'hosts',
      '--exchanges',
      'kraken',
      '--supply-url',
      address,
      '--supply-mapping',
      'coincap',
    );
    expect(stdout).toMatch(/^api\.example\.com +supplies$/m);
  });

  test('list shows configured and available exchanges', async () => {
    const { code, stdout } = await run('list', '--exchanges', 'kraken', '--exchange-files', FILE, '--json');
    expect(code).toBe(0);
    const known = JSON.parse(stdout) as {
      key: string;
      by: string;
      isConfigured: boolean;
      isCurated: boolean;
    }[];
    expect(known.filter(({ isConfigured }) => isConfigured).map(({ key, by }) => [key, by])).toEqual([
      ['hotbit', 'file'],
      ['kraken', 'ccxt'],
    ]);
    expect(known.filter(({ isCurated }) => isCurated).map(({ key }) => key)).toEqual(
      Object.keys(DEFAULT_EXCHANGE_NAMES).toSorted(),
    );
    expect(known.length).toBeGreaterThan(60);
  });

  test('list shows how each is read, and with --all why some are not', async () => {
    const rowOf = (stdout: string, key: string) =>
      stdout.split('\n').find((row) => row.trimStart().startsWith(`${key} `));
    const { stdout } = await run('list', '--exchanges', 'kraken');
    expect(rowOf(stdout, 'bitso')).toMatch(/ccxt +one by one/);
    expect(rowOf(stdout, 'binanceus')).toMatch(/at once +interface of binance/);
    expect(rowOf(stdout, 'alpaca')).toBeUndefined();
    const all = await run('list', '--exchanges', 'kraken', '--all');
    expect(rowOf(all.stdout, 'alpaca')).toMatch(/not read +its list of markets needs a key/);
    expect(all.stdout).toMatch(/configured: 1 of 10\d/);
  });

  test('hosts names every host that readings go to', async () => {
    const { code, stdout } = await run('hosts', '--exchange-files', FILE, '--json');
    expect(code).toBe(0);
    const { hosts } = JSON.parse(stdout) as { hosts: { host: string; exchanges: string[] }[] };
    const of = (key: string) =>
      hosts.filter(({ exchanges }) => exchanges.includes(key)).map(({ host }) => host);
    expect(of('hotbit')).toEqual(['api.hotbit.io']);
    for (const key of RIG_EXCHANGES)
      expect([key, of(key)]).toEqual([key, expect.arrayContaining(await hostsOfReading(key))]);
  });

  test('hosts shows replacement targets of requests', async () => {
    const { stdout, stderr } = await run(
      'hosts',
      '--exchanges',
      'kraken',
      '--derivatives',
      'krakenfutures',
      '--exchange-gateway',
      'http://10.1.2.3:80/',
    );
    expect(stdout).toBe(
      'api.kraken.com      kraken\nfutures.kraken.com  krakenfutures\nws.kraken.com       kraken\n',
    );
    expect(stderr).toContain('requests of kraken, krakenfutures go to the gateway 10.1.2.3, which must');
    const routes = 'okx=http://me:hidden@10.1.1.1:3128,bitstamp=direct,http://10.1.1.2:3128';
    const three = await run(
      'hosts',
      '--exchanges',
      'kraken,okx,bitstamp',
      '--derivatives',
      'okx',
      '--exchange-proxy',
      routes,
      '--json',
    );
    expect(JSON.parse(three.stdout)).toMatchObject({
      through: [
        { host: '10.1.1.1:3128', by: 'proxy', exchanges: ['okx'] },
        { host: '10.1.1.2:3128', by: 'proxy', exchanges: ['kraken'] },
      ],
    });
    expect(three.stdout + three.stderr).not.toContain('hidden');
  });
});

describe('exchange files of a service', () => {
  test('with errors are refused at its start, all errors at once', async () => {
    const folder = join(tidemark.newFolder(), 'exchanges');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.json'), '{"format":7}');
    writeFileSync(
      join(folder, 'b.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(FILE, 'utf8')), key: 'kraken' }),
    );
    const { code, stderr } = await tidemark.run([
      'serve',
      '--source',
      'live',
      '--exchange-files',
      `${folder},${folder}/no.json`,
    ]);
    expect(code).toBe(2);
    for (const problem of [
      `${join(folder, 'a.json')}: format: must be 1`,
      `${join(folder, 'no.json')}: cannot be read: ENOENT`,
      'exchange file kraken: the key is also in --exchanges: remove one of them',
    ])
      expect(stderr).toContain(`tidemark: ${problem}\n`);
  });

  test('may be the only exchanges, but there must be one', async () => {
    const check = (...args: string[]) =>
      session.run(['config', 'check', '--source', 'live', '--exchanges', 'none', ...args]);
    expect((await check('--exchange-files', FILE)).code).toBe(0);
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing would be read'),
    });
  });
});

/** The hosts that readings of an exchange really use. */
async function hostsOfReading(key: string): Promise<string[]> {
  rig.set(key, world.instrumentsOf(key, NOW, 12));
  const clock = new SystemClock();
  const agent = new Agent();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  const hosts = new Set<string>();
  const http = new ExchangeHttp({
    clock,
    dispatcher: agent,
    gateway: rig.gateway,
    bucketOf: (host) => {
      hosts.add(host);
      return bucket;
    },
  });
  const exchange = await CcxtExchange.open(key, http, clock);
  const { signal } = new AbortController();
  await exchange.tickers(await exchange.markets(signal), signal);
  await agent.destroy();
  return [...hosts];
}

/** A definition with other fields, in a separate file. */
function changed(file: string, change: (fields: object) => object): string {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { tickers: { fields: object } };
  const path = join(tidemark.newFolder(), 'changed.json');
  const tickers = { ...content.tickers, fields: change(content.tickers.fields) };
  writeFileSync(path, JSON.stringify({ ...content, tickers }));
  return path;
}
