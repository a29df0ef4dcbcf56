import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkToken } from '../../src/app/pipeline/integrity/timestamp/check-token.ts';
import { HeadStamper } from '../../src/app/pipeline/integrity/timestamp/head-stamper.ts';
import {
  HttpTimestampAuthority,
  timestampRequest,
} from '../../src/app/pipeline/integrity/timestamp/timestamp-authority.ts';
import { readTimestamps, TimestampLog } from '../../src/app/pipeline/integrity/timestamp/timestamp-log.ts';
import { headText, type SignedHead } from '../../src/core/integrity-head.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { TestAuthority, TimestampServer } from '../support/timestamp-authority.ts';

const FIRST = Date.parse('2026-11-18T00:00:00Z');
const PATIENCE_MS = 900_000;
const newFolder = temporaryFolders();
const quarantine = {
  copy: (path: string) => {
    throw new Error(`${path} was rejected`);
  },
};

let authority: TestAuthority;
let server: TimestampServer;
let folder: string;
let clock: ManualClock;
let heads: SignedHead[];
let said: string[];
let log: TimestampLog;
let stamper: HeadStamper;

const headOf = (day: number): SignedHead => ({
  slot: FIRST + day * DAY_MS,
  recordHash: createHash('sha256').update(String(day)).digest('hex'),
  keyId: 'k',
  signature: 's',
});

/** As a process that starts. */
async function start(): Promise<void> {
  log = await TimestampLog.open({ folder, quarantine, onProblem: (problem) => expect.fail(problem) });
  stamper = new HeadStamper({
    heads: { heads: async () => heads },
    log,
    authority: new HttpTimestampAuthority(server.url, clock),
    clock,
    logger: pino({ level: 'info' }, { write: (line: string) => void said.push(line) }),
  });
}

async function stop(): Promise<void> {
  await stamper.close();
  await log.close();
}

const stampedDays = () => readTimestamps(folder).timestamps.map(({ slot }) => (slot - FIRST) / DAY_MS);
const answers = () => vi.waitFor(() => expect(server.requests).toBeGreaterThan(0), PATIENCE_MS);

/** The try has failed, which is logged in the same turn in which the wait for the next begins. */
async function isRetrying(warnings: number): Promise<void> {
  await vi.waitFor(() => expect(said).toHaveLength(warnings), PATIENCE_MS);
}

beforeAll(() => void (authority = new TestAuthority()), PATIENCE_MS);
afterAll(() => authority?.close());
beforeEach(async () => {
  folder = newFolder();
  clock = new ManualClock(FIRST);
  heads = [headOf(0)];
  said = [];
  server = await TimestampServer.open((request) => ({ body: authority.reply(request) }));
  await start();
});
afterEach(async () => {
  await stop();
  await server.close();
});

describe('the heads of days', () => {
  test('are timestamped as they are kept', { timeout: PATIENCE_MS }, async () => {
    stamper.wake();
    await stamper.idle();
    heads.push(headOf(1));
    stamper.wake();
    await stamper.idle();
    expect(stampedDays()).toEqual([0, 1]);
    expect(server.requests).toBe(2);
    const ca = [new X509Certificate(readFileSync(authority.caFile))];
    for (const [day, { token }] of readTimestamps(folder).timestamps.entries())
      expect(checkToken(Buffer.from(token, 'base64'), headText(headOf(day)), ca)).toMatchObject({
        isRight: true,
      });
  });

  test(
    'without a token are timestamped after a restart, the recent ones only',
    { timeout: PATIENCE_MS },
    async () => {
      stamper.wake();
      await stamper.idle();
      await stop();
      heads = Array.from({ length: 32 }, (_, day) => headOf(day));
      server.answer = () => ({ status: 503, body: Buffer.alloc(0) });
      await start();
      stamper.wake();
      // The tries fail: nothing is stored.
      await isRetrying(2);
      expect(stampedDays()).toEqual([0]);
      await stop();
      let left = 3;
      server.answer = (request) =>
        left-- > 0 ? { body: authority.reply(request) } : { status: 503, body: Buffer.alloc(0) };
      await start();
      stamper.wake();
      await vi.waitFor(() => expect(stampedDays()).toEqual([0, 2, 3, 4]), PATIENCE_MS);
    },
  );

  test(
    'are requested again after a minute, then after twice as long, up to an hour',
    { timeout: PATIENCE_MS },
    async () => {
      server.answer = () => ({ status: 500, body: Buffer.from('secret internal text') });
      stamper.wake();
      for (const [n, ms] of [1, 2, 4, 8, 16, 32, 60, 60].map((minutes) => minutes * MINUTE_MS).entries()) {
        await isRetrying(n + 1);
        clock.advance(ms - 1);
        expect(server.requests).toBe(n + 1);
        clock.advance(1);
      }
      await isRetrying(9);
      expect(said.join()).not.toContain('secret internal text');
      server.answer = (request) => ({ body: authority.reply(request) });
      clock.advance(HOUR_MS);
      await stamper.idle();
      expect(stampedDays()).toEqual([0]);
    },
  );
});

describe('no token is kept if the authority', () => {
  /** The reason in the log. */
  async function reasonOf(): Promise<string> {
    stamper.wake();
    await isRetrying(1);
    expect(stampedDays()).toEqual([]);
    return (JSON.parse(said[0]!) as { reason: string }).reason;
  }

  test.each([
    ['sends garbage', Buffer.from('<html>'), 'its response contains no token'],
    ['sends nothing', Buffer.alloc(0), 'its response contains no token: an element is cut off'],
    ['sends too much', Buffer.alloc(64 * 1024, 0x30), 'its response has more than 32768 bytes'],
    ['rejects it', Buffer.from('30053003020102', 'hex'), 'not granted: status rejected'],
  ])('%s', async (_what, body, reason) => {
    server.answer = () => ({ body });
    expect(await reasonOf()).toContain(reason);
  });

  test('redirects', async () => {
    server.answer = () => ({ status: 302, body: Buffer.alloc(0) });
    expect(await reasonOf()).toBe('it responded with status 302');
  });

  test('answers another request', { timeout: PATIENCE_MS }, async () => {
    const hash = createHash('sha256')
      .update(headText(headOf(0)))
      .digest();
    const earlier = authority.reply(timestampRequest(hash).bytes);
    server.answer = () => ({ body: earlier });
    expect(await reasonOf()).toContain('its nonce is not that of the request');
  });

  test('stamps another text', { timeout: PATIENCE_MS }, async () => {
    const other = authority.reply(timestampRequest(createHash('sha256').update('other').digest()).bytes);
    server.answer = () => ({ body: other });
    expect(await reasonOf()).toContain('it was issued over another text');
  });

  test('sends an altered token', { timeout: PATIENCE_MS }, async () => {
    server.answer = (request) => {
      const body = authority.reply(request);
      body[body.length - 1]! ^= 1;
      return { body };
    };
    expect(await reasonOf()).toContain('the token is not valid');
  });

  test('is down', async () => {
    await server.close();
    expect(await reasonOf()).toBe('it cannot be reached');
    server = await TimestampServer.open(() => undefined);
  });

  test('does not answer', async () => {
    server.answer = () => undefined;
    stamper.wake();
    await answers();
    clock.advance(30_000);
    await isRetrying(1);
    expect(JSON.parse(said[0]!)).toMatchObject({ reason: 'it did not respond in time' });
  });

  test('does not answer before the service stops', async () => {
    server.answer = () => undefined;
    stamper.wake();
    await answers();
    await stamper.close();
    expect(said).toEqual([]);
  });
});
