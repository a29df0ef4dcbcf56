import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { CommandSession } from '../../support/command-session.ts';
import { onTerminal } from './terminal.ts';
import { Tidemark, type Ended } from '../../support/tidemark-process.ts';

const INDEX = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const EXCHANGE = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbf';
const AT = '2026-03-01T00:00:00.000Z';
const tidemark = new Tidemark(afterAll);
const session = new CommandSession();

/** A service that answers as a test defines, with JSON and with a stream. */
let server: Server;
let streams: WebSocketServer;
let url: string;
let answer: (path: string) => string;
let contentType: string;
let status: number;
let stream: (socket: WebSocket) => void;

beforeEach(async () => {
  contentType = 'application/json';
  status = 200;
  server = createServer((request, response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(answer(request.url!));
  });
  streams = new WebSocketServer({ server });
  streams.on('connection', (socket) => stream(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const socket of streams.clients) socket.terminate();
  streams.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const environment = () => ({ XDG_CONFIG_HOME: tidemark.newFolder() });
const asked = (args: readonly string[]) => [...args, '--url', url, '--token', 'x'];
/** Runs in a separate process, which ends by itself. */
const alone = (args: readonly string[]) => tidemark.run(asked(args), { environment: environment() });
const run = (args: readonly string[]) => session.run(asked(args), { environment: environment() });

/** Every command that sends requests to a service. */
const commands = (): string[][] => [
  ['price', 'BTC'],
  ['price', INDEX],
  ['watch', 'BTC_USD', '--count', '1'],
  ['watch', INDEX, '--count', '1'],
  ['candles', 'BTC'],
  ['candles', INDEX],
  ['get', 'assets'],
  ['get', 'exchange-tickers', '--exchange', 'kraken'],
  ['get', 'index-tickers', INDEX, '--json'],
  ['receipt', 'BTC'],
  ['receipt', INDEX],
  ['check', INDEX],
  ['why', INDEX, '1m'],
  ['evidence', INDEX, '--out', join(tidemark.newFolder(), 'evidence.html')],
  ['export', 'ticks', '--index', 'BTC', '--from', AT],
];

describe('an answer that is not from a service', () => {
  const expectNamed = (what: string, ended: readonly Ended[]) => {
    const said = new RegExp(
      `^tidemark: ${url} did not respond ${what}: is it a Tidemark service\\? If not, set another [^\n]+\n$`,
    );
    for (const { code, stdout, stderr } of ended) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(said);
    }
  };
  const RECORDS = String.raw`to \w+ with records`;

  test.each([
    ['a page', '<html>Log in</html>', 'with JSON'],
    ['content that is not a list', '{"content":{"id":"1"}}', RECORDS],
  ])('is reported by every command: %s', async (_, text, what) => {
    answer = () => text;
    expectNamed(what, await Promise.all(commands().map(run)));
  });

  test.each([
    ['nothing', '', 'with JSON'],
    ['half of it', '{"content":[{"id":', 'with JSON'],
    ['null', 'null', RECORDS],
    ['a list without its object', '[]', RECORDS],
    ['an object without a list', '{}', RECORDS],
    ['content that is not a list of records', '{"content":[7]}', RECORDS],
  ])('is reported: %s', async (_, text, what) => {
    answer = () => text;
    expectNamed(what, [await run(['price', 'BTC'])]);
  });

  test('and its status is reported if it has nothing else', async () => {
    answer = () => '<html>';
    status = 418;
    expect(await alone(['price', 'BTC'])).toMatchObject({
      code: 1,
      stderr: `tidemark: ${url} answered status 418\n`,
    });
  });

  test('is reported if a file was requested', async () => {
    answer = () => '<html>Log in</html>';
    contentType = 'text/html';
    const { code, stdout, stderr } = await run(['export', 'ticks', '--index', INDEX, '--from', AT]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('tidemark: the response is text/html, not text/csv: check --url\n');
  });

  test('records without a name are reported in one line, never with a stack', async () => {
    answer = () => JSON.stringify({ content: [{}] });
    for (const { code, stdout, stderr } of await Promise.all(commands().map(run))) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^tidemark: [^\n]+\n(?:See docs\/run\/troubleshooting\.md#[a-z-]+\n)?$/);
      expect(stderr).not.toMatch(/undefined|\[object|TypeError|at \w+ \(/);
    }
  });
});

describe('a stream that sends nonsense', () => {
  const tick = {
    id: INDEX,
    indexId: INDEX,
    indexType: 'MWA',
    price: '1.5',
    volume: '2',
    timestamp: AT,
  };
  const ticker = {
    exchangeId: EXCHANGE,
    marketId: INDEX,
    last: '1.5',
    volume: '2',
    timestamp: AT,
  };
  const LATER = '2026-03-01T00:00:30.000Z';

  /** A service that responds correctly until the first subscription. */
  function saying(...messages: readonly (string | object)[]): void {
    const market = { id: INDEX, name: 'BTC_USD', baseSymbol: 'BTC', quoteSymbol: 'USD' };
    answer = (path) => {
      if (path.startsWith('/v3/exchange-ticker')) return JSON.stringify({ content: [ticker] });
      if (path.startsWith('/v3/exchange'))
        return JSON.stringify({ content: [{ id: EXCHANGE, name: 'Kraken' }], id: EXCHANGE, name: 'Kraken' });
      if (path.startsWith('/v3/market')) return JSON.stringify({ content: [market], ...market });
      return JSON.stringify({ content: [tick] });
    };
    stream = (socket) => {
      socket.send(JSON.stringify({ event: 'CONNECTED', timestamp: AT }));
      socket.once('message', () => {
        for (const message of messages)
          socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      });
    };
  }

  const watch = ['watch', 'BTC_USD', '--exchange', 'kraken', '--count', '9'];
  const cases: [what: string, message: string | object, said: RegExp][] = [
    ['a frame that is no JSON', '<html>', /the stream was closed with 1007: no JSON object/],
    ['a frame that is no object', '7', /the stream was closed with 1007: no JSON object/],
    [
      'a tick without a price',
      { event: 'INDEX_TICKER', ...tick, price: undefined },
      /a tick with \{"price":null,/,
    ],
    [
      'a tick of no time',
      { event: 'INDEX_TICKER', ...tick, timestamp: 'soon' },
      /a record with \{"timestamp":"soon"\}/,
    ],
    [
      'a tick without a time',
      { event: 'INDEX_TICKER', ...tick, timestamp: undefined },
      /a record with \{"timestamp":null\}/,
    ],
    [
      'a ticker without a price',
      { event: 'EXCHANGE_TICKER', ...ticker, timestamp: LATER, last: undefined },
      /it has no last/,
    ],
    [
      'a ticker whose price is none',
      { event: 'EXCHANGE_TICKER', ...ticker, timestamp: LATER, last: 'much' },
      /last is "much", not a decimal/,
    ],
    [
      'a ticker without a time',
      { event: 'EXCHANGE_TICKER', ...ticker, timestamp: undefined },
      /it has no timestamp/,
    ],
    ['a refusal without a code', { event: 'ERROR', requestId: 1 }, /answered status 500\n/],
    // As for an empty path, which none of our services has.
    [
      'a refusal without words',
      { event: 'ERROR', code: '404', requestId: 1 },
      /there is no Tidemark API at \S+: set another address/,
    ],
  ];

  test.each(cases)('ends watch with a line that reports it: %s', async (_, message, said) => {
    saying(message);
    const { code, stderr } = await run(watch);
    expect(code).toBe(1);
    expect(stderr).toMatch(said);
    expect(stderr).toMatch(/^tidemark: [^\n]+\n(?:See docs\/run\/troubleshooting\.md#[a-z-]+\n)?$/);
    expect(stderr).not.toMatch(/undefined|\[object|NaN/);
  });

  test('and leaves the terminal as it was', async () => {
    saying({ event: 'INDEX_TICKER', ...tick, price: undefined });
    const { code, screen } = await onTerminal(asked(watch), { environment: environment() });
    expect(code).toBe(1);
    const [, after = ''] = screen.split('\u001b[?25h\u001b[?1049l');
    expect(after).toContain('tidemark: the service sent a record that cannot be read');
    expect(screen).not.toMatch(/undefined|NaN/);
  });

  test('unknown messages are ignored', async () => {
    saying(
      { event: 'WEATHER', is: 'fine' },
      { event: 7 },
      {},
      [],
      { event: 'SUBSCRIBED_INDEX_TICKER' },
      { event: 'SUBSCRIBED_INDEX_TICKER', requestId: 1, indexId: INDEX },
      { event: 'INDEX_TICKER', ...tick, timestamp: LATER },
    );
    const { code, stdout, stderr } = await alone(['watch', INDEX, '--count', '2']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.split('\t')[3])).toEqual([AT, LATER, undefined]);
  });
});
