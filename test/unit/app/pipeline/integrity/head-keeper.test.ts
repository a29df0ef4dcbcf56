import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkHeads, type IntegrityKey } from '../../../../../src/app/pipeline/integrity/check-heads.ts';
import { HEAD_FILE } from '../../../../../src/app/pipeline/integrity/head-lines.ts';
import { HeadLog, readHeads } from '../../../../../src/app/pipeline/integrity/head-log.ts';
import { HeadKeeper } from '../../../../../src/app/pipeline/integrity/head-keeper.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { KeyFile } from '../../../../../src/auth/key-file.ts';
import { SigningKeys } from '../../../../../src/auth/signing-keys.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { headText, type SignedHead } from '../../../../../src/core/integrity-head.ts';
import { DAY_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { LineLog } from '../../../../../src/disk/line-log.ts';
import { hashRecord, type TickRecord } from '../../../../../src/engine/record/tick-record.ts';
import type { MarketTopics } from '../../../../../src/latest/market/market-topics.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

/** The last tick of a day is the one at its end. */
const MIDNIGHT = Date.parse('2026-11-17T00:00:00Z');
const newFolder = temporaryFolders();
const log = pino({ level: 'silent' });
const quarantine = {
  copy: (path: string) => {
    throw new Error(`${path} was rejected`);
  },
};

let folder: string;
let keys: SigningKeys;
let heads: HeadLog;
let broadcast: SignedHead[];
let keeper: HeadKeeper;

function recordAt(at: number): TickRecord {
  const hash = 'ab'.repeat(32);
  return { at, methodology: '1', reference: hash, input: hash, state: hash, output: hash, previous: '' };
}

const bytesOf = (record: TickRecord) => Buffer.from(JSON.stringify(record));
/** Checks against a history with every tick as published. */
async function outcomeOf(head: SignedHead): Promise<string | undefined> {
  const history = {
    async *records(at: number) {
      yield { at, record: bytesOf(recordAt(at)) };
    },
  };
  const known = keys.publicKeys() as unknown as readonly IntegrityKey[];
  return (await checkHeads(history, [head], known, 0))[0]?.outcome;
}

const publish = (at: number) => keeper.published(at, bytesOf(recordAt(at)));

function newKeeper(published?: ReadonlyMap<number, string>): HeadKeeper {
  const bus = new InProcessBus<MarketTopics>();
  bus.subscribe('head', (head) => broadcast.push(head));
  return new HeadKeeper({ keys, heads, bus, log, ...(published && { published: () => published }) });
}

beforeEach(async () => {
  folder = newFolder();
  broadcast = [];
  keys = await SigningKeys.open(
    new KeyFile(folder, 'integrity-keys.json'),
    new ManualClock(MIDNIGHT),
    Infinity,
  );
  heads = await HeadLog.open({ folder, quarantine });
  keeper = newKeeper();
});

afterEach(() => heads.close());

describe('the head of the chain', () => {
  test('is signed after each tick, over the content defined in the contract', async () => {
    await publish(MIDNIGHT);
    const [head] = broadcast;
    expect(head).toMatchObject({
      slot: MIDNIGHT,
      recordHash: hashRecord(recordAt(MIDNIGHT), sha256),
      keyId: keys.current.kid,
    });
    expect(headText(head!)).toBe(`tidemark-head:v1:2026-11-17T00:00:00.000Z:${head!.recordHash}`);
    expect(await outcomeOf(head!)).toBe('fits');
    expect(await outcomeOf({ ...head!, slot: MIDNIGHT + SLOT_MS })).toBe('forged');
    expect(await outcomeOf({ ...head!, recordHash: 'cd'.repeat(32) })).toBe('forged');
    expect(await outcomeOf({ ...head!, keyId: 'other' })).toBe('unknown-key');
  });

  test('is checked with the key that signed it, however often that was rotated since', async () => {
    await publish(MIDNIGHT);
    await keys.rotate();
    await keys.rotate();
    expect(await outcomeOf(broadcast[0]!)).toBe('fits');
    expect(keys.publicKeys()).toHaveLength(3);
    expect(keys.publicKeys().filter((key) => 'retiredAt' in key)).toHaveLength(2);
    expect(JSON.stringify(keys.publicKeys())).not.toContain('"d"');
  });

  test('of the last tick of each day is kept, once the next day has begun', async () => {
    await publish(MIDNIGHT - SLOT_MS);
    await publish(MIDNIGHT);
    expect(await heads.heads()).toEqual([]);
    await publish(MIDNIGHT + SLOT_MS);
    await publish(MIDNIGHT + 2 * SLOT_MS);
    expect((await heads.heads()).map(({ slot }) => slot)).toEqual([MIDNIGHT]);
    expect(readHeads(folder).heads).toEqual([broadcast[1]]);
  });

  test('of a day that ended while the service was down is kept after a restart, once', async () => {
    await publish(MIDNIGHT - 5 * SLOT_MS);
    for (const _restart of [1, 2]) {
      await heads.close();
      heads = await HeadLog.open({ folder, quarantine });
      keeper = newKeeper();
      await publish(MIDNIGHT - 5 * SLOT_MS);
      await publish(MIDNIGHT + DAY_MS);
    }
    expect(readHeads(folder).heads.map(({ slot }) => slot)).toEqual([MIDNIGHT - 5 * SLOT_MS]);
  });

  test('of a day is kept at the next start if a crash prevented it', async () => {
    // The first tick of the new day was stored, and the process died before the head of the day before was kept.
    const records = [MIDNIGHT - SLOT_MS, MIDNIGHT, MIDNIGHT + SLOT_MS].map((at) => ({
      at,
      record: bytesOf(recordAt(at)),
    }));
    const history = {
      async *records(from: number, to: number) {
        yield* records.filter(({ at }) => from <= at && at <= to);
      },
    };
    for (const _start of [1, 2]) await newKeeper().catchUp(history, MIDNIGHT + SLOT_MS);
    expect(readHeads(folder).heads.map(({ slot }) => slot)).toEqual([MIDNIGHT]);
    expect(await outcomeOf(readHeads(folder).heads[0]!)).toBe('fits');
  });

  test('of a day is kept even if the bus accepts nothing', async () => {
    const bus = { publish: () => Promise.reject(new Error('no bus')) };
    const alone = new HeadKeeper({ keys, heads, bus, log });
    for (const at of [MIDNIGHT, MIDNIGHT + SLOT_MS]) await alone.published(at, bytesOf(recordAt(at)));
    expect(readHeads(folder).heads.map(({ slot }) => slot)).toEqual([MIDNIGHT]);
  });

  test('that cannot be stored does not stop the next', async () => {
    await publish(MIDNIGHT);
    await heads.close();
    await publish(MIDNIGHT + SLOT_MS);
    await publish(MIDNIGHT + 2 * SLOT_MS);
    expect(broadcast).toHaveLength(3);
  });

  describe('of a day that could not be stored', () => {
    let refusals: number;
    /** The log on a disk that fails this many times. */
    const limited = () => ({
      get last() {
        return heads.last;
      },
      append: (head: SignedHead) =>
        refusals-- > 0 ? Promise.reject(new Error('no room')) : heads.append(head),
    });
    const onLimited = () =>
      new HeadKeeper({ keys, heads: limited(), bus: new InProcessBus<MarketTopics>(), log });
    const kept = () => readHeads(folder).heads.map(({ slot }) => slot);

    test('is kept with the next tick', async () => {
      refusals = 1;
      keeper = onLimited();
      await publish(MIDNIGHT);
      await publish(MIDNIGHT + SLOT_MS);
      expect(kept()).toEqual([]);
      await publish(MIDNIGHT + 2 * SLOT_MS);
      expect(kept()).toEqual([MIDNIGHT]);
      await publish(MIDNIGHT + 3 * SLOT_MS);
      expect(kept()).toEqual([MIDNIGHT]);
    });

    test('is kept before those of later days', async () => {
      refusals = 3;
      keeper = onLimited();
      for (const day of [0, 1, 2, 3]) await publish(MIDNIGHT + day * DAY_MS);
      expect(kept()).toEqual([]);
      await publish(MIDNIGHT + 3 * DAY_MS + SLOT_MS);
      expect(kept()).toEqual([0, 1, 2, 3].map((day) => MIDNIGHT + day * DAY_MS));
    });

    test('is kept with the next tick also after a crash', async () => {
      refusals = 1;
      keeper = onLimited();
      const history = {
        async *records(_from: number, to: number) {
          yield { at: to, record: bytesOf(recordAt(to)) };
        },
      };
      await heads.append({ slot: MIDNIGHT, recordHash: 'ab', keyId: 'k', signature: 's' });
      await keeper.catchUp(history, MIDNIGHT + 2 * DAY_MS + SLOT_MS);
      expect(kept()).toEqual([MIDNIGHT]);
      await publish(MIDNIGHT + 2 * DAY_MS + SLOT_MS);
      expect(kept()).toEqual([0, 1, 2].map((day) => MIDNIGHT + day * DAY_MS));
    });
  });
});

describe('the file of heads', () => {
  test('of a newer format is refused', async () => {
    await heads.close();
    rmSync(join(folder, HEAD_FILE));
    const { log: lines } = await LineLog.open(join(folder, HEAD_FILE));
    await lines.append([JSON.stringify({ format: 2 })]);
    await lines.close();
    await expect(HeadLog.open({ folder, quarantine })).rejects.toThrow(/format 2, this version knows 1/);
  });

  test('with a damaged header still has its heads', async () => {
    for (const day of [0, 1, 2]) await publish(MIDNIGHT + day * DAY_MS);
    await heads.close();
    const path = join(folder, HEAD_FILE);
    writeFileSync(path, readFileSync(path, 'utf8').replace('{"format":1}', '{"formax":1}'));
    expect(readHeads(folder).heads).toHaveLength(2);
  });

  test('keeps the lines before an incomplete one at its end', async () => {
    await publish(MIDNIGHT);
    await publish(MIDNIGHT + SLOT_MS);
    await heads.close();
    appendFileSync(join(folder, HEAD_FILE), 'deadbe');
    heads = await HeadLog.open({ folder, quarantine: { copy: () => undefined } });
    expect(await heads.heads()).toHaveLength(1);
  });
});

test('a slot whose head was published with another record is not signed, not even as the last one of its day', async () => {
  const same = hashRecord(recordAt(MIDNIGHT + SLOT_MS), sha256);
  keeper = newKeeper(
    new Map([
      [MIDNIGHT, 'another'],
      [MIDNIGHT + SLOT_MS, same],
    ]),
  );
  await publish(MIDNIGHT);
  await publish(MIDNIGHT + SLOT_MS);
  expect(broadcast).toMatchObject([{ slot: MIDNIGHT + SLOT_MS, recordHash: same }]);
  const history = {
    async *records(from: number) {
      if (from <= MIDNIGHT) yield { at: MIDNIGHT, record: bytesOf(recordAt(MIDNIGHT)) };
    },
  };
  await keeper.catchUp(history, MIDNIGHT + SLOT_MS);
  expect(await heads.heads()).toEqual([]);
});
