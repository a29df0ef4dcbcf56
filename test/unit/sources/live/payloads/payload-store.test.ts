import { appendFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../../src/core/time.ts';
import type { ExchangeRequests } from '../../../../../src/sources/live/http/exchange-http.ts';
import {
  exchangeFolder,
  payloadFile,
  payloadText,
  READINGS_FILE,
  readingsBefore,
} from '../../../../../src/sources/live/payloads/payload-files.ts';
import { PayloadStore } from '../../../../../src/sources/live/payloads/payload-store.ts';

const START = Date.UTC(2026, 10, 18, 12, 59, 40);
const SIGNAL = new AbortController().signal;
const GET = { method: 'GET', headers: {} };

let folder: string;
let now: number;
let problems: string[];
let free: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payloads-'));
  now = START;
  problems = [];
  free = 2 ** 40;
});

afterEach(() => rmSync(folder, { recursive: true }));

function store(keepMs = 24 * HOUR_MS): PayloadStore {
  return new PayloadStore({
    folder,
    keepMs,
    clock: { now: () => now },
    onProblem: (reason) => void problems.push(reason),
    freeBytes: () => free,
  });
}

function answering(text: string): ExchangeRequests {
  return { gateway: undefined, send: () => Promise.resolve({ status: 200, headers: {}, text }) };
}

async function read(payloads: PayloadStore, text: string, url = 'https://x.test/tickers'): Promise<void> {
  await payloads.watch('kraken', answering(text)).send(url, GET, SIGNAL);
  payloads.take({ kind: 'tickers', exchange: 'kraken', readings: [] });
  await payloads.close();
}

function texts(at = now): string[] {
  return readingsBefore(folder, 'kraken', at).flatMap((reading) =>
    reading.responses.map((response) => {
      const payload = payloadText(folder, 'kraken', reading, response);
      return typeof payload === 'string' ? payload : payload.text;
    }),
  );
}

test('responses of an exchange can be read back, newest first, also across an hour', async () => {
  const payloads = store();
  await read(payloads, '{"last":"1.0"}');
  now += 30_000;
  await read(payloads, '{"last":"2.0"} ü');
  expect(texts()).toEqual(['{"last":"2.0"} ü', '{"last":"1.0"}']);
  expect(texts(START)).toEqual(['{"last":"1.0"}']);
  expect(problems).toEqual([]);
});

test('the same content is stored once an hour, and every reading names it', async () => {
  const payloads = store();
  await read(payloads, 'same');
  now += 10_000;
  await read(payloads, 'same');
  expect(readdirSync(exchangeFolder(folder, START, 'kraken'))).toHaveLength(2);
  expect(texts()).toEqual(['same', 'same']);
});

test('responses of a failed reading are not kept', async () => {
  const payloads = store();
  await payloads.watch('kraken', answering('bad')).send('https://x.test/', GET, SIGNAL);
  const result = { outcome: 'failed', failure: 'implausible', message: '' } as const;
  payloads.take({ kind: 'cycle', exchange: 'kraken', result, tookMs: 1, failing: 1 });
  await read(payloads, 'good');
  expect(texts()).toEqual(['good']);
});

test('parameters that may be secret are not part of a kept address', async () => {
  const url = 'https://user:pw@x.test/tickers?pair=XBTUSD&apiKey=AAA&signature=BBB';
  await read(store(), 'text', url);
  const [reading] = readingsBefore(folder, 'kraken', now);
  expect(reading?.responses[0]?.url).toBe('https://x.test/tickers?pair=XBTUSD');
});

test('hours that are older than wanted are dropped, but not because a clock jumped ahead', async () => {
  const payloads = store(2 * HOUR_MS);
  for (let hour = 0; hour < 5; hour++, now += HOUR_MS) await read(payloads, `hour ${hour}`);
  expect(readdirSync(folder)).toHaveLength(3);
  const before = readdirSync(folder);
  now += 1000 * HOUR_MS;
  await read(payloads, 'far ahead');
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(before.slice(1)));
});

test('a damaged or missing payload is named as such, and a line that was cut off is left out', async () => {
  const payloads = store();
  await read(payloads, 'one');
  const place = exchangeFolder(folder, now, 'kraken');
  const { sha256 } = readingsBefore(folder, 'kraken', now)[0]!.responses[0]!;
  writeFileSync(payloadFile(place, sha256), 'torn');
  writeFileSync(join(place, READINGS_FILE), '{"format":1,"at":17', { flag: 'a' });
  expect(texts()).toEqual(['damaged']);
  rmSync(payloadFile(place, sha256));
  expect(texts()).toEqual(['missing']);
});

test('nothing is written when little is left on the disk, and the operator is told once an hour', async () => {
  free = 2 ** 20;
  const payloads = store();
  await read(payloads, 'text');
  await read(payloads, 'more');
  expect(texts()).toEqual([]);
  expect(problems).toEqual(['less than 1 GiB is left on the disk']);
});

test('a payload that was cut off is written again with the next reading that has it', async () => {
  const payloads = store();
  await read(payloads, 'whole');
  const place = exchangeFolder(folder, START, 'kraken');
  const name = readdirSync(place).find((each) => each.endsWith('.gz')) ?? '';
  truncateSync(join(place, name), 7);
  expect(texts()).toEqual(['damaged']);
  now += 5000;
  await read(payloads, 'whole');
  expect(texts()).toEqual(['whole', 'whole']);
});

test.each([
  ['no object', 'null'],
  ['no hash', '{"url":"https://x.test/"}'],
  ['a hash that is a path', '{"url":"https://x.test/","sha256":"../../secret"}'],
  ['an address that is none', '{"url":7,"sha256":"00"}'],
])('a reading with a response that is %s is left out, and the others are shown', async (_, response) => {
  await read(store(), 'good');
  const line = (at: number) => `{"format":1,"at":${at},"responses":[${response}]}\n`;
  appendFileSync(
    join(exchangeFolder(folder, START, 'kraken'), READINGS_FILE),
    `${line(START)}${line(-1e300)}{"format":1,"at":-1e300,"responses":[]}\n`,
  );
  expect(texts()).toEqual(['good']);
});
