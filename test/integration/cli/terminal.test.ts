import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { CTRL_C, onTerminal, withInput } from './terminal.ts';
import { freePort } from '../../support/free-port.ts';
import { MAIN, Tidemark, tokenOf, type RunningService } from '../../support/tidemark-process.ts';

/** One service for all tests, with a tick every second and exchanges that never fail. */
const tidemark = new Tidemark(afterAll);
const session = new CommandSession();
let service: RunningService;
let data: string;
let environment: Record<string, string>;

beforeAll(async () => {
  data = tidemark.newFolder();
  service = await tidemark.serve(['--data', data, '--speed', '30', '--fault-rate', '0']);
  environment = { TIDEMARK_URL: service.baseUrl, XDG_CONFIG_HOME: tidemark.newFolder() };
});

const run = (args: readonly string[], more: Record<string, string> = {}) =>
  session.run(args, { environment: { ...environment, ...more } });
/** Runs in a separate process, which ends by itself. */
const alone = (args: readonly string[]) => tidemark.run(args, { environment });

const NOTICE = 'tidemark: simulated data, no real prices\n';
const TICK = /\d{4}-\d\d-\d\dT\d\d:\d\d:[03]0\.000Z/;

describe('price', () => {
  test('prints a line for each, and says that the data is simulated', async () => {
    const { code, stdout, stderr } = await alone(['price', 'btc', 'ETH_USD', 'BLX']);
    expect([code, stderr]).toEqual([0, NOTICE]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split('\t')[0])).toEqual(['btc', 'ETH_USD', 'BLX']);
    expect(lines[0]).toMatch(new RegExp(`^btc\t\\d+(\\.\\d+)?\t[\\d.]+\t${TICK.source}\t`));
  });

  test('prints JSON, one record per line', async () => {
    const { stdout } = await run(['price', 'BTC', 'ETH', '--json']);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { index: string; price: string });
    expect(records.map(({ index }) => index)).toEqual(['BTC', 'ETH']);
    expect(records[0]!.price).toMatch(/^\d+(\.\d+)?$/);
  });

  test('is a table on a terminal, without colours if they are disabled', async () => {
    const coloured = await onTerminal(['price', 'BTC', 'ETH'], { environment });
    expect(coloured.screen).toContain('\u001b[2mindex');
    const { screen, code } = await onTerminal(['price', 'BTC'], {
      environment: { ...environment, NO_COLOR: '1' },
    });
    expect(code).toBe(0);
    expect(screen).toMatch(/^index +price/);
    expect(screen).not.toContain('\u001b');
  });

  test('makes a suggestion, and prints nothing if a name is wrong', async () => {
    const { code, stdout, stderr } = await run(['price', 'ETH', 'BTX']);
    expect([code, stdout, stderr]).toEqual([1, '', 'tidemark: nothing is named "BTX": did you mean BTC?\n']);
  });

  test('reports that there is no service', async () => {
    const url = `http://localhost:${await freePort()}`;
    const { code, stderr } = await run(['price', 'BTC', '--url', url]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^tidemark: no service responds at http:\/\/localhost:\d+: start one with 'tidemark serve', or/,
    );
  });

  test('names the missing scope of a client, and reports a wrong secret', async () => {
    const added = await run([
      'clients',
      'add',
      '--name',
      'x',
      '--scope',
      'read:LX',
      '--data',
      data,
      '--json',
    ]);
    const { client: made, secret } = JSON.parse(added.stdout) as { client: { id: string }; secret: string };
    const client = { TIDEMARK_CLIENT_ID: made.id, TIDEMARK_CLIENT_SECRET: secret };
    expect(await run(['price', 'BLX'], client)).toMatchObject({ code: 0 });
    const refused = await run(['price', 'BTC'], client);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('BTC needs scope read:index-ticker: ');
    const wrong = await run(['price', 'BLX'], { ...client, TIDEMARK_CLIENT_SECRET: 'hush-hush' });
    expect(wrong.stderr).toMatch(/rejected client \S+: its id or secret is wrong/);
    expect(wrong.stderr).not.toContain('hush-hush');
  });

  test('accepts a token', async () => {
    const token = await tokenOf(service.baseUrl);
    expect(await run(['price', 'BTC'], { TIDEMARK_TOKEN: token })).toMatchObject({ code: 0 });
    const { code, stderr } = await run(['price', 'BTC'], { TIDEMARK_TOKEN: 'hush-hush' });
    expect([code, stderr]).toEqual([
      1,
      `tidemark: ${service.baseUrl} rejected the token: it has expired, was revoked, or belongs to another service\n`,
    ]);
  });
});

describe('login', () => {
  test('stores nothing that the service refuses, and never shows typed text', async () => {
    const home = { ...environment, XDG_CONFIG_HOME: tidemark.newFolder() };
    const { code, screen } = await onTerminal(['login'], {
      environment: home,
      typed: [
        ['Client id: ', 'demo\r'],
        ['Client secret: ', 'hush-hush\r'],
      ],
    });
    expect(code).toBe(1);
    expect(screen).toContain('rejected client demo');
    expect(screen).not.toContain('hush');
    expect(readdirSync(home.XDG_CONFIG_HOME)).toEqual([]);
  });

  test('ends with Ctrl-C at the prompt for the secret', async () => {
    const { code } = await onTerminal(['login', '--client-id', 'demo'], {
      environment,
      typed: [['Client secret: ', CTRL_C]],
    });
    expect(code).toBe(130);
  });

  test('stores a profile that other commands use until logout', async () => {
    const { TIDEMARK_URL: url = '', XDG_CONFIG_HOME: folder = '' } = environment;
    const home = { XDG_CONFIG_HOME: folder };
    const login = await withInput(['login', '--url', url, '--client-id', 'demo', '--json'], 'demo\n', home);
    const file = join(folder, 'tidemark', 'profiles', 'default.json');
    expect(JSON.parse(login.stdout)).toEqual({ profile: 'default', url, clientId: 'demo', file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // Without a URL: the one in the profile.
    expect(await session.run(['price', 'BTC'], { environment: home })).toMatchObject({ code: 0 });
    expect(await session.run(['logout'], { environment: home })).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
    expect(await session.run(['logout'], { environment: home })).toMatchObject({ code: 1 });
  });
});

describe('a stored token', () => {
  const folder = tidemark.newFolder();
  const home = { XDG_CONFIG_HOME: folder };

  const made = async (...more: readonly string[]) => {
    const scope = ['--scope', 'read:index-ticker'];
    const added = await run(['clients', 'add', '--name', 'kept', '--data', data, '--json', ...scope]);
    const { client } = JSON.parse(added.stdout) as { client: { id: string } };
    const { TIDEMARK_URL: url = '' } = environment;
    const urls = ['--base-url', url, '--ws-url', url.replace('http', 'ws')];
    const options = ['--expires', '1d', '--data', data, '--json', ...urls, ...more];
    const token = await run(['clients', 'token', client.id, ...options]);
    return (JSON.parse(token.stdout) as { token: string }).token;
  };
  const keep = (token: string) =>
    withInput(['login', '--url', service.baseUrl, '--with-token', '--profile', 'kept'], token, home);

  test('is checked, and used by its profile', async () => {
    const refused = await keep('hush-hush');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('rejected the token');
    expect(existsSync(join(folder, 'tidemark', 'profiles', 'kept.json'))).toBe(false);
    expect(await keep(await made())).toMatchObject({ code: 0 });
    const ofProfile = { environment: { ...home, TIDEMARK_PROFILE: 'kept' } };
    expect(await session.run(['price', 'BTC'], ofProfile)).toMatchObject({ code: 0 });
    const watched = await session.run(['watch', 'BTC', '--count', '1'], ofProfile);
    expect(watched.code).toBe(1);
    expect(watched.stderr).toMatch(
      /^tidemark: \S+ rejected the token for its stream: [^\n]+ --audience rest,stream'\n$/,
    );
    expect(await session.run(['logout'], ofProfile)).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'tidemark', 'profiles'))).toEqual([]);
  });
});

describe('a service that sends nonsense', () => {
  const INDEX = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
  const at = '2026-03-01T00:00:00.000Z';
  const sound = {
    id: INDEX,
    indexId: INDEX,
    indexType: 'MWA',
    volume: '1',
    timestamp: at,
    startTimestamp: at,
  };

  test.each([
    [{ price: 'a lot', open: 'a lot' }, /is "a lot", not a decimal|a tick with \{"price":"a lot"/],
    [
      { price: '1', open: '1', high: '1', low: '1', close: '1', flags: 7 },
      /flags is 7, not a list of flags|a tick with \{"price":"1","flags":7\}/,
    ],
  ])('is reported by every command: %j', async (wrong, said) => {
    const record = { ...sound, high: '1', low: '1', close: '1', ...wrong };
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ content: [record], ...record }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const commands = [
      ['price', INDEX],
      ['watch', INDEX, '--count', '1'],
      ['candles', INDEX],
      ['get', 'index-tickers', INDEX],
      ['receipt', INDEX],
      ['why', INDEX, '1m'],
    ];
    const ended = await Promise.all(commands.map((args) => run([...args, '--url', url, '--token', 'x'])));
    server.close();
    for (const { code, stdout, stderr } of ended) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^tidemark: the service sent a record that cannot be read: [^\n]+\nSee docs\/run\/troubleshooting\.md#unexpected-answer\n$/,
      );
      expect(stderr).toMatch(said);
    }
  });
});

test('all wrong names of a call are reported at once, with suggestions', async () => {
  const { code, stderr } = await run(['watch', 'BTX', 'ethusd', '--exchange', 'krakn']);
  expect([code, stderr]).toEqual([
    1,
    'tidemark: no exchange is named "krakn": did you mean Kraken?\n' +
      'tidemark: nothing is named "BTX": did you mean BTC?\n' +
      'tidemark: nothing is named "ethusd": did you mean ETH_USD?\n',
  ]);
  expect((await run(['price', 'BTC/USD', 'eth-usd'])).stdout).toMatch(/^BTC\/USD\t[^\n]+\neth-usd\t/);
});

test('times are parsed alike, and all their errors are reported at once', async () => {
  const { code, stderr } = await run(['candles', 'BTC', '--last', '99999999d', '--to', 'noon']);
  expect(code).toBe(2);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^tidemark: --last must be .* \(got "99999999d": the maximum is 100 years\)$/),
    expect.stringMatching(/^tidemark: --to must be .* \(got "noon"\)$/),
    '',
  ]);
  const ended = await Promise.all([
    run(['candles', 'BTC', '--interval', '1m', '--last', '15 min', '--to', 'now']),
    run(['get', 'index-tickers', 'BTC', '--from', '10 min ago', '--limit', '2']),
    run(['get', 'series-coverage', 'BTC', '--last', '2h']),
    run(['receipt', 'BTC_USD', '--at', '1 min ago']),
  ]);
  expect(ended.map((each) => [each.code, each.stdout !== ''])).toEqual(ended.map(() => [0, true]));
});

test('redirects of a service are not followed', async () => {
  const elsewhere: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    elsewhere.push(request.url);
    response.end('{}');
  });
  const moved = createServer((request, response) => {
    const { port } = other.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  try {
    await Promise.all([other, moved].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    const { code, stderr } = await run(['price', 'BTC', '--url', url]);
    expect([code, elsewhere]).toEqual([1, []]);
    expect(stderr).toContain('responded with a redirect');
  } finally {
    other.close();
    moved.close();
  }
});

describe('get', () => {
  test('prints CSV like the service, and uses names instead of ids in requests', async () => {
    const token = await tokenOf(service.baseUrl);
    const answer = await fetch(`${service.baseUrl}/v3/exchange?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await alone(['get', 'exchanges', '--csv'])).stdout).toBe(await answer.text());
    const { stdout } = await run(['get', 'exchange-tickers', 'BTC_USD', '--exchange', 'kraken', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ last: expect.stringMatching(/^\d/) as string });
  });

  test('has every derived list, with its parameters', async () => {
    const asked = [
      ['sparklines'],
      ['market-caps', 'bitcoin', '--percent-change'],
      ['series-coverage', 'BTC_USD', '--json'],
      ['derivative-tickers', 'deribit', '--derivative-type', 'futures'],
      ['candles', 'BTC_USD', '--interval', '1m', '--limit', '3'],
      ['integrity-head'],
      ['market-cap-total'],
    ];
    const ended = await Promise.all(asked.map((args) => run(['get', ...args])));
    expect(ended.map(({ code, stdout }) => [code, stdout !== ''])).toEqual(asked.map(() => [0, true]));
    expect(ended[4]!.stdout.split('\n').length).toBeLessThanOrEqual(4);
  });

  test('shows the days of a coverage as rows, and everything as JSON', async () => {
    const [lines, whole] = await Promise.all([
      run(['get', 'series-coverage', 'BTC_USD', '--csv']),
      run(['get', 'series-coverage', 'BTC_USD', '--json']),
    ]);
    const { days, gaps } = JSON.parse(whole.stdout) as { days: object[]; gaps: object[] };
    expect(gaps).toBeInstanceOf(Array);
    const [header, ...rows] = lines.stdout.trimEnd().split(/\r?\n/);
    expect(header).toBe('day,expected,ticks,carried,modelled,seeded,missing');
    expect(rows).toHaveLength(days.length);
  });

  test('ends quietly when its reader closes the pipe', () => {
    const line = `{ '${process.execPath}' '${MAIN}' get markets --json 2>&1 >&3 | grep -v simulated >&2; } 3>&1 | head -n 1`;
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toHaveProperty('name');
    expect(stderr).toBe('');
  });

  test('without an action lists the actions', async () => {
    const { code, stdout, stderr } = await run(['get']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^assets\tFiat and crypto assets\nmarkets\t/);
    expect(await run(['get', '--json'])).toMatchObject({ code: 2 });
  });

  test('has --limit on every list, and --top on some', async () => {
    const ended = await Promise.all([
      run(['get', 'ohlcv', '--limit', '3']),
      run(['get', 'assets', '--limit', '3']),
      run(['get', 'index-tickers', 'BTC', '--limit', '2']),
      run(['get', 'exchange-tickers', 'BTC_USD', '--top', '2', '--json']),
      run(['candles', 'BTC', '--interval', '1m', '--limit', '1']),
    ]);
    expect(ended.map(({ code, stdout }) => [code, stdout.split('\n').length - 1])).toEqual([
      [0, 3],
      [0, 3],
      [0, 2],
      [0, 2],
      [0, 1],
    ]);
    expect(ended[1]!.stderr).toContain('there are more');
    const [first, second] = ended[3]!.stdout
      .split('\n', 2)
      .map((line) => Number((JSON.parse(line) as { volume: string }).volume));
    expect(first).toBeGreaterThan(second!);
  });

  test.each([80, 40])('is a table of at most %i columns', async (columns) => {
    const { screen } = await onTerminal(['get', 'market-caps'], {
      environment: { ...environment, NO_COLOR: '1' },
      columns,
    });
    const lines = screen.split('\r\n').filter((line) => !line.startsWith('tidemark:'));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines[0]).toMatch(/^(?:rank +)?symbol +name +price/);
    expect(screen).toMatch(/tidemark: \d+ columns are left out: .* use --csv or --json/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  });
});

describe('watch', () => {
  test('starts on a pipe with the current value of each, in order, one record per line', async () => {
    const options = ['--exchange', 'kraken', '--count', '4'];
    const { code, stdout, stderr } = await alone(['watch', 'BTC', 'ETH_USD', 'bitcoin', ...options]);
    expect([code, stderr]).toEqual([0, NOTICE]);
    const lines = stdout
      .slice(0, -1)
      .split('\n')
      .map((line) => line.split('\t'));
    const series = lines.map(([name, , , , , exchange]) => `${name} ${exchange}`);
    expect(series.slice(0, 3)).toEqual(['BTC ', 'ETH_USD ', 'ETH_USD Kraken']);
    expect(lines).toHaveLength(4);
    const place = series.indexOf(series[3]!);
    expect(lines[3]![3]! > lines[place]![3]!).toBe(true);
    expect(lines.map((line) => line[6])).toEqual(lines.map(() => expect.stringMatching(/^\d+$/) as string));
  });

  test('reports on a pipe an index without a current value, and continues without it', async () => {
    const { code, stdout, stderr } = await run(['watch', 'BTC_USD', '--exchange', 'binance', '--count', '1']);
    expect([code, stdout.split('\t')[0]]).toEqual([0, 'BTC_USD']);
    expect(stderr).toBe(`tidemark: Binance has no current value of BTC_USD\n${NOTICE}`);
  });

  test('exits with 130 when it is interrupted on a pipe', async () => {
    const watching = tidemark.start(['watch', 'BTC', '--json'], { environment });
    await expect.poll(() => watching.stdout()).toContain('\n');
    watching.kill('SIGINT');
    expect(await watching.ended).toMatchObject({ code: 130, stderr: NOTICE });
  });

  test.each([
    ['nothing where no standard stream is a terminal, as under nohup', undefined],
    ['the end with 129 where there is one', '/dev/ptmx'],
  ])('SIGHUP is %s', async (_, terminal) => {
    const command = `'${process.execPath}' '${MAIN}' watch BTC`;
    const line = terminal ? `exec ${command} <${terminal}` : `exec nohup ${command} </dev/null`;
    const child = spawn('/bin/sh', ['-c', line], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let lines = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (lines += text.split('\n').length - 1));
    const ended = once(child, 'close') as Promise<[number | null]>;
    await expect.poll(() => lines).toBeGreaterThan(0);
    child.kill('SIGHUP');
    if (!terminal) {
      const before = lines;
      await expect.poll(() => lines).toBeGreaterThan(before);
      child.kill('SIGTERM');
    }
    expect((await ended)[0]).toBe(terminal ? 129 : 143);
  });

  test.each([80, 40])(
    'redraws in place on a terminal of %i columns, and restores the cursor',
    async (columns) => {
      const { code, screen } = await onTerminal(['watch', 'BTC', 'ETH_USD'], {
        environment,
        columns,
        // The third drawing with a connection: ticks have arrived meanwhile.
        typed: [[/connected ·[^]*\[H[^]*\[H/, CTRL_C]],
      });
      expect(code).toBe(130);
      expect(screen.startsWith('\u001b[?1049h\u001b[?25l')).toBe(true);
      const [drawn = '', stays = ''] = screen.split('\u001b[?25h\u001b[?1049l');
      expect(drawn).toContain(' · simulated');
      // This market runs 30 times as fast as the clock.
      expect(drawn).not.toContain('lag ');
      const linesOf = (text: string) =>
        text
          .replaceAll('\u001b[H', '\n')
          // The terminal echoes the typed text.
          .replace('^C', '')
          // oxlint-disable-next-line no-control-regex -- what moves the cursor and colours
          .replaceAll(/\u001b\[[?\d;]*[A-Za-z]/g, '')
          .split(/[\r\n]+/);
      expect(Math.max(...linesOf(drawn).map((line) => line.length))).toBeLessThanOrEqual(columns);
      const left = linesOf(stays).filter((line) => line !== '');
      expect(left.map((line) => line.split(' ')[0])).toEqual(['index', 'BTC', 'ETH_USD', 'connected']);
    },
  );
});

test('a full device is reported once', () => {
  const line = `'${process.execPath}' '${MAIN}' get assets >/dev/full`;
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const { status, stderr } = spawnSync('/bin/sh', ['-c', line], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^tidemark: standard output cannot be written: [^\n]+\n(?:See \S+#output-not-written\n)?$/,
  );
});

describe('candles', () => {
  test('are lines on a pipe, and a chart on request', async () => {
    const args = ['candles', 'BTC_USD', '--interval', '1m', '--last', '1h'];
    const { code, stdout } = await alone(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z(\t[\d.]+){5}\t\t\d+\/\d+\t/);
    const chart = (await run([...args, '--chart'])).stdout.split('\n');
    expect(chart[0]).toMatch(/^BTC_USD in USD, 1m, \d{4}-\d\d-\d\d \d\d:\d\d to .*\d\d:\d\d UTC$/);
    expect(chart.some((line) => /┤ +\d+/.test(line))).toBe(true);
    expect(Math.max(...chart.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

test('a client with only end-of-day scope gets daily candles, and lists them by --last', async () => {
  const scope = ['--scope', 'read:ohlcv'];
  const added = await run(['clients', 'add', '--name', 'days', '--data', data, '--json', ...scope]);
  const { client, secret } = JSON.parse(added.stdout) as { client: { id: string }; secret: string };
  const days = { TIDEMARK_CLIENT_ID: client.id, TIDEMARK_CLIENT_SECRET: secret };
  const ended = await Promise.all([
    run(['candles', 'BTC_USD', '--interval', '1d', '--last', '7d'], days),
    run(['get', 'ohlcv', 'BTC_USD', '--last', '7d'], days),
    run(['get', 'candles', 'BTC_USD', '--interval', '1d', '--last', '7d'], days),
  ]);
  // The service has run for less than a day, without a back-fill.
  const lacking = /^tidemark: incomplete: \S+ to \S+ is before the first value \(BEFORE_FIRST\)\n/;
  expect(ended.map(({ code, stderr }) => [code, stderr.replace(lacking, '')])).toEqual(
    ended.map(() => [0, NOTICE]),
  );
  expect(ended.every(({ stderr }) => lacking.test(stderr))).toBe(true);
});

test('a refused request prints no header, and --last counts back from --to', async () => {
  const refused = await run(['get', 'market-caps', 'NOTHING', '--csv']);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  const to = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const past = await run(['candles', 'BTC_USD', '--to', to]);
  expect([past.code, past.stdout]).toEqual([0, '']);
  expect(past.stderr).toMatch(/^tidemark: incomplete: .* is before the first value \(BEFORE_FIRST\)\n/);
  expect(past.stderr.endsWith(NOTICE)).toBe(true);
});

describe('export from a service', () => {
  test('does not accept a page as a file, and accepts any number of names', async () => {
    const indexId = crypto.randomUUID();
    const server = createServer(({ url: asked = '' }, response) => {
      const isFile = asked.includes('export');
      const found = JSON.stringify({ content: [{ indexId, indexType: 'MWA' }] });
      response.writeHead(200, { 'content-type': isFile ? 'text/html' : 'application/json' });
      response.end(isFile ? '<h1>log in</h1>' : found);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const out = join(tidemark.newFolder(), 'x.csv');
    const asked = ['export', 'ticks', '--index', indexId, '--from', '2020-01-01T00:00:00Z'];
    const refused = await run([...asked, '--url', url, '--token', 'x', '--out', out]);
    server.close();
    expect(refused.stderr).toContain('the response is text/html, not text/csv');
    expect([refused.code, existsSync(out)]).toEqual([1, false]);
    const many = await run(['price', ...Array.from({ length: 15 }, () => 'BTC')]);
    expect([many.code, many.stderr]).toEqual([0, NOTICE]);
  });

  test('also exports candles', async () => {
    const asked = ['export', 'candles', '--url', service.baseUrl, '--index', 'BTC_USD', '--interval', '1m'];
    const { code, stdout } = await alone([
      ...asked,
      '--from',
      new Date(Date.now() - 3_600_000).toISOString(),
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\w,]*startTimestamp,[\w,]+\r?\n/);
  });

  test('writes a file that gets its name once it is complete, and replaces none', async () => {
    const out = join(tidemark.newFolder(), 'ticks.csv');
    const args = [
      'export',
      'ticks',
      '--url',
      service.baseUrl,
      '--index',
      'BTC,ETH_USD',
      '--from',
      '2020-01-01T00:00:00Z',
      '--out',
      out,
    ];
    const { code, stdout } = await run(args);
    expect([code, stdout]).toEqual([0, `${statSync(out).size} bytes in ${out}\n`]);
    expect(readFileSync(out, 'utf8')).toMatch(/^id,indexId,indexType,price,/);
    expect(await run(args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already exists') as string,
    });
    expect(readdirSync(join(out, '..'))).toEqual(['ticks.csv']);
  });

  test('reports its result with --json on standard error, apart from records', async () => {
    const out = join(tidemark.newFolder(), 'ticks.csv');
    const asked = ['export', 'ticks', '--url', service.baseUrl, '--index', 'BTC', '--from', '5m', '--json'];
    const { code, stdout, stderr } = await run([...asked, '--out', out]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr.split('\n').map((line) => line && (JSON.parse(line) as object))).toEqual([
      { bytes: statSync(out).size, file: out },
      { message: 'simulated data, no real prices' },
      '',
    ]);
    const again = await run([...asked, '--out', out]);
    expect([again.code, JSON.parse(again.stderr)]).toEqual([
      1,
      { error: expect.stringContaining('already exists') as string },
    ]);
  });

  test('requires indices, and leaves no file if the service refuses', async () => {
    const out = join(tidemark.newFolder(), 'x.csv');
    const asked = ['export', 'ticks', '--url', service.baseUrl, '--out', out];
    expect(await run(asked)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs --index, and --from or --last') as string,
    });
    const wrong = await run([...asked, '--index', 'NOTHING', '--from', '2020-01-01T00:00:00Z']);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing is named "NOTHING"') as string,
    });
    expect(existsSync(out)).toBe(false);
  });
});
