import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeptStore, type NewReceipt } from '../../../../../src/app/pipeline/kept-receipts/kept-store.ts';
import { verifyKept } from '../../../../../src/app/pipeline/kept-receipts/check-kept.ts';
import { dayLine } from '../../../../../src/app/pipeline/kept-receipts/kept-file.ts';
import {
  encodeBody,
  packReceipt,
  SharedTexts,
  unpackReceipt,
} from '../../../../../src/app/pipeline/kept-receipts/receipt-codec.ts';
import { KEPT_RECEIPTS, QUARANTINE } from '../../../../../src/app/directory/data-format.ts';
import { quarantineOf } from '../../../../../src/app/directory/quarantine-of.ts';
import { keptParts } from '../../../../../src/app/operate/scrub/stored-parts.ts';
import { LoopTurns } from '../../../../../src/core/async/loop-turns.ts';
import type { ReferenceContent } from '../../../../../src/core/reference-data.ts';
import { formatDatetime } from '../../../../../src/core/time.ts';
import { EVENT_LOOP } from '../../../../../src/core/async/loop.ts';
import { logText } from '../../../../../src/disk/line-log.ts';
import type { StorageDamage } from '../../../../../src/history/scrub/finding.ts';
import { entityKey, recordId } from '../../../../../src/core/ids/record-id.ts';

const OCTOBER = Date.parse('2026-10-18T16:00:00Z');
const NOVEMBER = Date.parse('2026-11-18T16:00:00Z');
const DECEMBER = Date.parse('2026-12-01T00:00:00Z');
const ID = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';

let folder: string;
let problems: string[];
let store: KeptStore;
const turns = new LoopTurns(EVENT_LOOP);

function open(): KeptStore {
  return new KeptStore({
    folder,
    quarantine: quarantineOf(folder),
    onProblem: (problem) => problems.push(problem),
    turns,
  });
}

function path(file = '2026-11.log'): string {
  return join(folder, KEPT_RECEIPTS, file);
}

function receiptAt(at: number, price: string): NewReceipt {
  const id = recordId('gwa', at, entityKey(ID));
  const entry = {
    id,
    at,
    indexType: 'GWA' as const,
    indexId: ID,
    name: 'BTC',
    times: ['16:00 UTC'],
    tzdata: '2025b',
  };
  return {
    entry,
    receipt: {
      id,
      timestamp: formatDatetime(at),
      indexType: 'GWA',
      indexId: ID,
      asset: 'BTC',
      referenceVersion: 'r',
      price,
      ...LISTS,
      proof: { slot: at, head: { slot: 1 } },
    },
    headSlot: at,
  };
}

/** A receipt with unique texts. */
function ownTextsAt(at: number, name: string): NewReceipt {
  const { receipt, ...rest } = receiptAt(at, name);
  const own = [{ exchangeId: name, exchange: name, tier: 'A' }];
  return { ...rest, receipt: { ...receipt, exchanges: own } };
}

const exchanges = [{ exchangeId: 'e1', exchange: 'One', tier: 'A' }];
/** A receipt with members that only some rows have. */
const LISTS = {
  markets: [
    {
      marketId: 'm1',
      market: 'BTC_USD',
      side: 'BASE',
      otherAssetId: 'a',
      otherAsset: 'USD',
      rate: '1',
      exchanges,
    },
    {
      marketId: 'm2',
      market: 'X_BTC',
      side: 'QUOTE',
      otherAssetId: 'b',
      otherAsset: 'X',
      rate: '2',
      otherLn: '-1',
      exchanges: [],
    },
  ],
  refused: [
    { exchangeId: 'e2', exchange: 'Two', tier: 'B', bid: '1', reason: 'STALE' },
    { exchangeId: 'e3', exchange: 'Three', tier: 'B', reason: 'OUTLIER' },
  ],
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-kept-'));
  problems = [];
  store = open();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('packing', () => {
  test('returns the same receipt, and stores shared texts once', () => {
    const texts = new SharedTexts();
    const { receipt } = receiptAt(NOVEMBER, '1');
    const packed = packReceipt(receipt, texts);
    expect(JSON.stringify(unpackReceipt(packed, texts))).toBe(JSON.stringify(receipt));
    const known = texts.unstored.texts.length;
    packReceipt(receiptAt(DECEMBER, '2').receipt, texts);
    expect(texts.unstored.texts).toHaveLength(known);
  });

  const id = { exchangeId: 'e', exchange: 'E', tier: 'A' };
  test.each([
    [
      'rows with different members',
      [
        { ...id, bid: '1' },
        { ...id, ask: '2' },
        { ...id, bid: '1', ask: '2' },
      ],
    ],
    [
      'rows in different orders',
      [
        { ...id, bid: '1', ask: '2' },
        { ask: '2', bid: '1', ...id },
      ],
    ],
    ['members that are null', [{ ...id, bid: null }, { ...id, tier: null }, { exchange: 'E' }]],
    ['no rows', []],
  ])('packs %s', (_, rows) => {
    const texts = new SharedTexts();
    const receipt = { refused: rows, markets: [{ marketId: 'm', exchanges: rows }] };
    const packed = packReceipt(receipt, texts);
    expect(packed).toBeTypeOf('object');
    expect(JSON.stringify(unpackReceipt(packed, texts))).toBe(JSON.stringify(receipt));
  });

  test.each([
    ['rows that are no objects', { refused: ['text', null, 1] }],
    ['a list that is an object', { exchanges: { shared: [0], shapes: [], shapeOf: [0], columns: {} } }],
    ['a row with a list', { refused: [[{ exchange: 'E' }]] }],
  ])('stores %s as plain text', async (_, part) => {
    const texts = new SharedTexts();
    const { entry, receipt, headSlot } = receiptAt(NOVEMBER, '1');
    const odd = { ...receipt, ...part };
    expect(packReceipt(odd, texts)).toBe(JSON.stringify(odd));
    await store.append({ entry, receipt: odd, headSlot }, NOVEMBER);
    expect(JSON.stringify(await open().read(entry))).toBe(JSON.stringify(odd));
  });
});

describe('the store', () => {
  test('has nothing before the first receipt, and creates no folder', async () => {
    expect(await store.list({ from: -Infinity, to: Infinity })).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('returns kept receipts, also after a restart', async () => {
    const [first, second] = [receiptAt(NOVEMBER, '1'), receiptAt(NOVEMBER + 30_000, '2')];
    await store.append(second, NOVEMBER + 30_000);
    await store.append(first, NOVEMBER + 30_000);
    for (const opened of [store, open()]) {
      const listed = await opened.list({ from: -Infinity, to: Infinity });
      expect(listed.map(({ id }) => id)).toEqual([first.entry.id, second.entry.id]);
      expect(listed[0]).toMatchObject(first.entry);
      expect(await opened.read(first.entry)).toEqual(first.receipt);
      expect(await opened.read(second.entry)).toEqual(second.receipt);
      expect(await opened.list({ from: NOVEMBER, to: NOVEMBER + 1 })).toHaveLength(1);
    }
    expect(await store.has(first.entry.id, NOVEMBER)).toBe(true);
    expect(await store.has(first.entry.id, DECEMBER)).toBe(false);
  });

  test('starts a file in each month, and leaves earlier ones unchanged', async () => {
    const late = receiptAt(NOVEMBER, '1');
    await store.append(receiptAt(NOVEMBER - 30_000, '0'), NOVEMBER);
    const before = readFileSync(path());
    await store.append(receiptAt(DECEMBER, '2'), DECEMBER);
    // A late receipt goes to the newest file.
    await store.append(late, DECEMBER);
    expect(readFileSync(path())).toEqual(before);
    expect(readdirSync(join(folder, KEPT_RECEIPTS))).toEqual(['2026-11.log', '2026-12.log', 'count.json']);
    const opened = open();
    expect(await opened.list({ from: NOVEMBER, to: DECEMBER })).toHaveLength(1);
    expect(await opened.read(late.entry)).toEqual(late.receipt);
  });

  test('leads to the head of the day once that is known', async () => {
    const { entry, receipt, headSlot } = receiptAt(NOVEMBER, '1');
    await store.append({ entry, receipt, headSlot }, NOVEMBER);
    expect((await store.withoutDayHead(NOVEMBER - 1)).map(({ at }) => at)).toEqual([NOVEMBER]);
    await store.appendDay(NOVEMBER, { head: { slot: 'end' }, day: { index: 3 } }, DECEMBER);
    for (const opened of [store, open()]) {
      expect(await opened.withoutDayHead(NOVEMBER - 1)).toEqual([]);
      expect(await opened.read(entry)).toEqual({
        ...receipt,
        proof: { slot: NOVEMBER, head: { slot: 'end' }, day: { index: 3 } },
      });
    }
  });

  test('needs no more for the last tick of a day, whose head is that of the day', async () => {
    await store.append(receiptAt(DECEMBER, '1'), DECEMBER);
    expect(await store.withoutDayHead(NOVEMBER)).toEqual([]);
  });

  test('sets an incomplete end aside, and continues after the last complete line', async () => {
    const [first, second] = [receiptAt(NOVEMBER, '1'), receiptAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    await store.close();
    const torn = '12345678 {"kind":"receipt","id":"';
    appendFileSync(path(), torn);
    store = open();
    expect(await store.read(first.entry)).toEqual(first.receipt);
    await store.append(second, NOVEMBER);
    expect(await open().read(second.entry)).toEqual(second.receipt);
    const aside = readdirSync(join(folder, QUARANTINE)).filter((name) => !name.endsWith('.manifest'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder, QUARANTINE, aside[0]!), 'utf8')).toBe(torn);
    expect(problems.join()).toMatch(
      /33 bytes at the end of kept-receipts\/2026-11.log .* moved to quarantine/,
    );
  });

  test('completes a line that lacks only its line feed, and sets nothing aside', async () => {
    const [first, second] = [receiptAt(NOVEMBER, '1'), receiptAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    await store.close();
    const whole = readFileSync(path());
    writeFileSync(path(), whole.subarray(0, -1));
    rmSync(path('count.json'));
    store = open();
    await store.append(second, NOVEMBER);
    expect(readFileSync(path()).subarray(0, whole.length)).toEqual(whole);
    for (const { entry, receipt } of [first, second]) expect(await open().read(entry)).toEqual(receipt);
    expect(existsSync(join(folder, QUARANTINE))).toBe(false);
    expect(problems.filter((problem) => problem.includes('quarantine'))).toEqual([]);
  });

  test('reports a damaged line, and keeps the others', async () => {
    const [first, second] = [receiptAt(NOVEMBER, '1'), receiptAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    await store.append(second, NOVEMBER);
    const lines = readFileSync(path(), 'utf8').split('\n');
    lines[2] = lines[2]!.replace('"BTC"', '"BTX"');
    writeFileSync(path(), lines.join('\n'));
    const opened = open();
    expect(await opened.list({ from: -Infinity, to: Infinity })).toHaveLength(1);
    expect(await opened.read(second.entry)).toEqual(second.receipt);
    expect(problems).toEqual(['kept-receipts/2026-11.log has 1 damaged lines, the first is line 3']);
    const [part] = keptParts(folder);
    expect(await part!.check(() => undefined)).toEqual([
      { file: 'kept-receipts/2026-11.log', what: 'line 3', reason: 'it is damaged' },
      {
        file: 'kept-receipts/2026-11.log',
        reason: 'lines were removed or altered: it has 1 receipts, but 2 were written',
      },
    ]);
  });

  test('does not invent the texts of a damaged line', async () => {
    const { entry, ...rest } = receiptAt(NOVEMBER, '1');
    await store.append({ entry, ...rest }, NOVEMBER);
    const lines = readFileSync(path(), 'utf8').split('\n');
    lines[1] = `${lines[1]!.slice(0, -3)}xx}`;
    writeFileSync(path(), lines.join('\n'));
    const opened = open();
    for (let i = 0; i < 3; i++) expect(await opened.read(entry)).toBeUndefined();
    expect(problems.at(-1)).toMatch(/cannot be read: text 0 of the file is missing/);
    // Each is reported once, not with each request.
    expect(problems).toHaveLength(2);
  });

  test.each([0, 1, 2, 3, 5, 8, 13, 21])(
    'keeps the texts of each receipt if one is read while another is added (%i turns later)',
    async (turns) => {
      const [first, second, third] = ['1', '2', '3'].map((name, i) =>
        ownTextsAt(NOVEMBER + i * 30_000, name),
      ) as [NewReceipt, NewReceipt, NewReceipt];
      await store.append(first, NOVEMBER);
      const opened = open();
      const adding = opened.append(second, NOVEMBER);
      for (let i = 0; i < turns; i++) await Promise.resolve();
      await Promise.all([adding, opened.read(first.entry)]);
      await opened.append(third, NOVEMBER);
      for (const each of [opened, open()])
        for (const { entry, receipt } of [first, second, third])
          expect(await each.read(entry)).toEqual(receipt);
      await opened.close();
      expect(problems).toEqual([]);
    },
  );

  test('keeps the texts of the current file while other files are read', async () => {
    const months = ['09', '10', '11'].map((month) => Date.parse(`2026-${month}-18T16:00:00Z`));
    const old = months.map((at, i) => ownTextsAt(at, `old ${i}`));
    for (const each of old) await store.append(each, each.entry.at);
    const added = ['1', '2', '3'].map((name, i) => ownTextsAt(DECEMBER + i * 30_000, name));
    for (const each of added)
      await Promise.all([store.append(each, DECEMBER), ...old.map(({ entry }) => store.read(entry))]);
    for (const each of [store, open()])
      for (const { entry, receipt } of [...old, ...added]) expect(await each.read(entry)).toEqual(receipt);
  });

  test('keeps the positions of texts in a damaged line occupied', async () => {
    const [first, second] = [ownTextsAt(NOVEMBER, '1'), ownTextsAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    await store.close();
    const lines = readFileSync(path(), 'utf8').split('\n');
    lines[1] = `${lines[1]!.slice(0, -3)}xx}`;
    writeFileSync(path(), lines.join('\n'));
    store = open();
    await store.append(second, NOVEMBER);
    for (const each of [store, open()]) {
      expect(await each.read(first.entry)).toBeUndefined();
      expect(await each.read(second.entry)).toEqual(second.receipt);
    }
  });

  test('reports texts that would replace others as damage, and never reads a receipt with the wrong ones', async () => {
    const [first, second] = [ownTextsAt(NOVEMBER, '1'), ownTextsAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    await store.close();
    const before = readFileSync(path(), 'utf8');
    writeFileSync(path(), '');
    rmSync(path('count.json'));
    store = open();
    await store.append(second, NOVEMBER);
    const [, ...overlapping] = readFileSync(path(), 'utf8').split('\n');
    writeFileSync(path(), before + overlapping.join('\n'));
    const opened = open();
    expect(await opened.read(first.entry)).toEqual(first.receipt);
    expect(await opened.read(second.entry)).toBeUndefined();
    expect(problems[0]).toBe('kept-receipts/2026-11.log has 1 damaged lines, the first is line 4');
    expect(problems[1]).toMatch(/cannot be read: its hash does not match/);
  });

  test('decodes a file in turns, once for all that wait for it', async () => {
    const kept = receiptAt(NOVEMBER, '1');
    await store.append(kept, NOVEMBER);
    let steps = 0;
    let loads = 0;
    const counted = new KeptStore({
      folder,
      quarantine: quarantineOf(folder),
      onProblem: (problem) => problems.push(problem),
      turns: {
        run: async (work) => {
          loads++;
          for (;;) {
            const { done, value } = work.next();
            if (done) return value;
            steps++;
          }
        },
      },
    });
    const all = { from: -Infinity, to: Infinity };
    await Promise.all([counted.list(all), counted.list(all), counted.read(kept.entry)]);
    // The header, the texts and the receipt.
    expect([loads, steps]).toEqual([1, 3]);
  });

  describe('skips an unusable file, and writes to its own', () => {
    const all = { from: -Infinity, to: Infinity };
    const [october, november, later] = [OCTOBER, NOVEMBER, NOVEMBER + 30_000].map((at) =>
      receiptAt(at, String(at)),
    ) as [NewReceipt, NewReceipt, NewReceipt];

    const newer = () => {
      const [, ...lines] = readFileSync(path(), 'utf8').split('\n');
      writeFileSync(path(), logText(['{"format":3}']) + lines.join('\n'));
    };
    const folderInPlace = () => {
      rmSync(path());
      mkdirSync(path());
    };

    test.each([
      ['a folder', folderInPlace, 'cannot be read: it is a folder, not a regular file'],
      ['a newer format', newer, /has format 3, this version knows 2: run the newer version that wrote it/],
    ])('%s', async (_, spoil, reason) => {
      await store.append(october, OCTOBER);
      await store.append(november, NOVEMBER);
      await store.close();
      spoil();
      store = open();
      const listed = async () => (await store.list(all)).map(({ id }) => id);
      expect(await listed()).toEqual([october.entry.id]);
      expect(await store.read(october.entry)).toEqual(october.receipt);
      expect(await store.has(november.entry.id, NOVEMBER)).toBe(false);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^kept-receipts\/2026-11.log is skipped: /);
      expect(problems[0]).toMatch(reason);
      const before = typeof reason === 'string' ? undefined : readFileSync(path());
      await store.append(later, NOVEMBER);
      await store.appendDay(NOVEMBER, { head: { slot: 'end' } }, NOVEMBER);
      if (before) expect(readFileSync(path())).toEqual(before);
      const names = ['2026-10.log', '2026-11.log', '2026-11b.log', 'count.json'];
      expect(readdirSync(join(folder, KEPT_RECEIPTS)).toSorted()).toEqual(names);
      await store.close();
      store = open();
      expect(await listed()).toEqual([october.entry.id, later.entry.id]);
      expect(await store.read(later.entry)).toEqual(later.receipt);
      await store.append(november, NOVEMBER);
      expect(await listed()).toEqual([october, november, later].map(({ entry }) => entry.id));
      const december = receiptAt(DECEMBER, '4');
      await store.append(december, DECEMBER);
      expect(readdirSync(join(folder, KEPT_RECEIPTS))).toContain('2026-12.log');
    });

    test('a line of a newer format after the header is damage, and hides no other', async () => {
      await store.append(november, NOVEMBER);
      await store.close();
      appendFileSync(path(), logText(['{"format":3}']));
      store = open();
      expect(await store.read(november.entry)).toEqual(november.receipt);
      expect(problems).toEqual(['kept-receipts/2026-11.log has 1 damaged lines, the first is line 4']);
    });
  });

  describe('a receipt that cannot be read', () => {
    const { entry, ...rest } = receiptAt(NOVEMBER, '1');

    test('is kept again, and read and listed once', async () => {
      await store.append({ entry, ...rest }, NOVEMBER);
      await store.close();
      const lines = readFileSync(path(), 'utf8').split('\n');
      lines[1] = `${lines[1]!.slice(0, -3)}xx}`;
      writeFileSync(path(), lines.join('\n'));
      store = open();
      expect(await store.has(entry.id, NOVEMBER)).toBe(false);
      await store.append({ entry, ...rest }, NOVEMBER);
      for (const each of [store, open()]) {
        expect(await each.has(entry.id, NOVEMBER)).toBe(true);
        expect(await each.read(entry)).toEqual(rest.receipt);
        expect(await each.list({ from: NOVEMBER, to: DECEMBER })).toHaveLength(1);
      }
    });

    test('may also be one with another value', async () => {
      await store.append({ ...receiptAt(NOVEMBER + 30_000, '2'), entry }, NOVEMBER);
      expect(await store.has(entry.id, NOVEMBER)).toBe(false);
      await store.append({ entry, ...rest }, NOVEMBER);
      expect(await store.read(entry)).toEqual(rest.receipt);
    });
  });
});

describe('the count of written lines', () => {
  const FILE = 'kept-receipts/2026-11.log';
  const kept = [0, 1, 2].map((i) => receiptAt(NOVEMBER + i * 30_000, String(i)));

  async function findings(): Promise<readonly StorageDamage[]> {
    const found: StorageDamage[] = [];
    for (const part of keptParts(folder)) found.push(...(await part.check(() => undefined)));
    return found;
  }

  const textOf = () => readFileSync(path(), 'utf8');

  /** Lines of an attacker who writes valid checksums. */
  function rewrite(change: (lines: string[]) => readonly string[]): void {
    const lines = textOf().split('\n').slice(0, -1);
    writeFileSync(
      path(),
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }

  /** Lines of an older version. */
  function makeOld(): void {
    const header = '{"format":1}';
    rewrite(([, ...lines]) => [`${crc32(header).toString(16).padStart(8, '0')} ${header}`, ...lines]);
    rmSync(path('count.json'));
  }

  beforeEach(async () => {
    for (const each of kept) await store.append(each, NOVEMBER);
    await store.close();
    expect(await findings()).toEqual([]);
  });

  test.each([
    ['in the middle', (lines: string[]) => lines.toSpliced(3, 1)],
    ['at the end', (lines: string[]) => lines.slice(0, -1)],
    ['all but the header', (lines: string[]) => lines.slice(0, 1)],
  ])('shows that lines were removed: %s', async (_, change) => {
    rewrite(change);
    const receipts = textOf().split('"kind":"receipt"').length - 1;
    const reason = `lines were removed or altered: it has ${receipts} receipts, but 3 were written`;
    expect(await findings()).toEqual([{ file: FILE, reason }]);
  });

  test('shows that the receipts of a tick were replaced', async () => {
    rewrite((lines) => [...lines.slice(0, 3), lines[4]!, lines[3]!]);
    expect(await findings()).toMatchObject([
      { file: FILE, reason: expect.stringContaining('altered') as string },
    ]);
  });

  test('shows that a file was removed', async () => {
    rmSync(path());
    expect(await findings()).toEqual([{ file: FILE, reason: 'the file is missing' }]);
  });

  test('shows that the count was removed or damaged', async () => {
    writeFileSync(path('count.json'), readFileSync(path('count.json'), 'utf8').replace('3', '2'));
    expect(await findings()).toEqual([
      { file: 'kept-receipts/count.json', reason: 'it is damaged: the next kept receipt rewrites it' },
    ]);
    rmSync(path('count.json'));
    expect(await findings()).toEqual([
      { file: FILE, reason: 'count.json has no count of this file: lines may have been removed' },
    ]);
  });

  test('still shows what was removed after more receipts were kept', async () => {
    rewrite((lines) => lines.slice(0, -1));
    store = open();
    await store.append(receiptAt(NOVEMBER + 90_000, '3'), NOVEMBER + 90_000);
    expect(problems).toEqual([
      `${FILE}: lines were removed or altered: it has 2 receipts, but 3 were written`,
    ]);
    await store.append(receiptAt(NOVEMBER + 120_000, '4'), NOVEMBER + 120_000);
    await store.close();
    store = open();
    await store.append(receiptAt(NOVEMBER + 150_000, '5'), NOVEMBER + 150_000);
    const reason =
      'lines were removed or altered before 2026-11-18T16:01:30.000Z: the service noticed it then';
    expect(await findings()).toEqual([{ file: FILE, reason }]);
  });

  test('receipts that a damaged line hides are missing, also after more were kept', async () => {
    const bytes = readFileSync(path());
    // From inside the first receipt to inside the last: three lines become one that is damaged.
    bytes.fill(0, textOf().indexOf('"kind":"receipt"'), textOf().lastIndexOf('"kind":"receipt"'));
    writeFileSync(path(), bytes);
    const damaged = { file: FILE, what: 'line 3', reason: 'it is damaged' };
    const missing = 'lines were removed or altered: it has 0 receipts, but 3 were written';
    expect(await findings()).toEqual([damaged, { file: FILE, reason: missing }]);
    store = open();
    await store.append(receiptAt(NOVEMBER + 90_000, '3'), NOVEMBER + 90_000);
    expect(problems).toContain(`${FILE}: ${missing}`);
    const reason =
      'lines were removed or altered before 2026-11-18T16:01:30.000Z: the service noticed it then';
    expect(await findings()).toEqual([damaged, { file: FILE, reason }]);
  });

  test('a damaged line that hides no receipt is reported on its own', async () => {
    store = open();
    await store.appendDay(NOVEMBER, { head: { slot: 'end' } }, NOVEMBER);
    await store.close();
    rewrite((lines) => [...lines.slice(0, -1), lines.at(-1)!.replace('day', 'dax')]);
    expect(await findings()).toEqual([{ file: FILE, what: 'line 6', reason: 'it is damaged' }]);
  });

  test('a lost count is created again, with its start', async () => {
    rmSync(path('count.json'));
    store = open();
    await store.append(receiptAt(DECEMBER, '3'), DECEMBER);
    expect(problems).toEqual(['kept-receipts/count.json is missing: files are counted again']);
    expect(await findings()).toEqual([]);
    expect(await uncounted()).toEqual([{ file: FILE, since: DECEMBER }]);
  });

  test('an emptied file without a count is not counted, and has the start of its count once a line is added', async () => {
    writeFileSync(path(), '');
    rmSync(path('count.json'));
    expect(await uncounted()).toEqual([{ file: FILE }]);
    store = open();
    await store.append(receiptAt(NOVEMBER + 90_000, '3'), NOVEMBER + 90_000);
    expect(await uncounted()).toEqual([{ file: FILE, since: NOVEMBER + 90_000 }]);
  });

  test('lines that a crash left uncounted are no fault', async () => {
    const count = readFileSync(path('count.json'));
    store = open();
    await store.append(receiptAt(NOVEMBER + 90_000, '3'), NOVEMBER);
    await store.close();
    writeFileSync(path('count.json'), count);
    expect(await findings()).toEqual([]);
    store = open();
    await store.append(receiptAt(NOVEMBER + 120_000, '4'), NOVEMBER);
    expect(problems).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test('files of older versions open, and are not counted until a line is added', async () => {
    makeOld();
    expect(await findings()).toEqual([]);
    expect(await uncounted()).toEqual([{ file: FILE }]);
    store = open();
    expect(await store.read(kept[0]!.entry)).toEqual(kept[0]!.receipt);
    await store.append(receiptAt(NOVEMBER + 90_000, '3'), NOVEMBER + 90_000);
    expect(problems).toEqual([]);
    expect(await uncounted()).toEqual([{ file: FILE, since: NOVEMBER + 90_000 }]);
    rewrite((lines) => lines.slice(0, -1));
    expect(await findings()).toHaveLength(1);
  });

  test('a gap in the texts of an old file shows that lines are missing, and hides no receipt', async () => {
    store = open();
    const own = ['a', 'b', 'c'].map((name, i) => ownTextsAt(NOVEMBER + (9 + i) * 30_000, name));
    for (const each of own) await store.append(each, NOVEMBER);
    await store.close();
    makeOld();
    // The texts and the receipt of the second.
    rewrite((lines) => lines.toSpliced(-4, 2));
    expect(await findings()).toEqual([{ file: FILE, what: 'line 8', reason: 'lines before it are missing' }]);
    expect(await open().read(own[2]!.entry)).toEqual(own[2]!.receipt);
  });
});

describe('damage', () => {
  test('a day that is damaged hides no receipt', async () => {
    const { entry, receipt, headSlot } = receiptAt(NOVEMBER, '1');
    await store.append({ entry, receipt, headSlot }, NOVEMBER);
    await store.close();
    const lines = ['bm90IGJyb3RsaQ==', await encodeBody(null), await encodeBody({ head: 'text' })].map(
      (body) => dayLine(NOVEMBER, body),
    );
    appendFileSync(path(), logText(lines));
    store = open();
    expect(await store.read(entry)).toEqual(receipt);
    expect(problems).toHaveLength(3);
    const day = { head: { slot: 'end' }, day: { index: 3 } };
    await store.appendDay(NOVEMBER, day, NOVEMBER);
    expect(await store.read(entry)).toMatchObject({ proof: day });
  });

  test('a damaged line feed behind a day hides no receipt after it', async () => {
    const [first, second] = [receiptAt(NOVEMBER, '1'), receiptAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    const day = { head: { slot: 'end' } };
    await store.appendDay(NOVEMBER, day, NOVEMBER);
    const place = readFileSync(path()).length - 1;
    await store.append(second, NOVEMBER);
    await store.close();
    const bytes = readFileSync(path());
    bytes[place] = 0xff;
    writeFileSync(path(), bytes);
    const opened = open();
    expect(await opened.read(first.entry)).toMatchObject({ proof: day });
    expect(await opened.read(second.entry)).toEqual(second.receipt);
    expect(problems).toEqual(['kept-receipts/2026-11.log has 1 damaged lines, the first is line 4']);
  });
});

test('verify and the service use the first sound day line, and verify reports another one', async () => {
  const { entry, ...rest } = receiptAt(NOVEMBER, '1');
  await store.append({ entry, ...rest }, NOVEMBER);
  const DISPUTED = 'a second day line of its tick has different content: the first is used';
  const disputes = async () => (await verified()).faults.filter(({ reason }) => reason === DISPUTED);
  const first = { head: { slot: 'first' } };
  await store.appendDay(NOVEMBER, first, NOVEMBER);
  await store.appendDay(NOVEMBER, first, NOVEMBER);
  expect(await disputes()).toEqual([]);
  await store.appendDay(NOVEMBER, { head: { slot: 'second' } }, DECEMBER);
  expect(await open().read(entry)).toMatchObject({ proof: first });
  expect(await disputes()).toMatchObject([{ id: entry.id, name: 'BTC', at: NOVEMBER }]);
});

describe('verify compares an entry with its receipt', () => {
  const assets = [
    { id: ID, symbol: 'BTC', slugName: 'bitcoin', status: 'ACTIVE' },
    { id: 'eth', symbol: 'ETH', slugName: 'ethereum', status: 'ACTIVE' },
  ];
  const reference = { assets, markets: [] } as unknown as ReferenceContent;
  const named = (name: string) => `its index does not have the name ${name}`;
  const unknown = (name: string) =>
    `the name ${name} cannot be checked: the reference data of its tick is missing`;
  const OTHER = expect.stringMatching(/cannot be read: it is the receipt of another value$/) as string;

  test.each([
    ['another tick', { at: NOVEMBER + 30_000 }, OTHER, OTHER],
    ['another type', { indexType: 'LX' as const }, OTHER, OTHER],
    ['another index', { indexId: 'eth' }, OTHER, OTHER],
    ['another name', { name: 'ETH' }, named('ETH'), unknown('ETH')],
    ['its slug', { name: 'bitcoin' }, undefined, unknown('bitcoin')],
    ['its name', {}, undefined, undefined],
  ])('a line with %s', async (_, label, reason, reasonWithoutReference) => {
    const { entry, ...rest } = receiptAt(NOVEMBER, '1');
    await store.append({ ...rest, entry: { ...entry, ...label } }, NOVEMBER);
    const labelFaults = async (known: boolean) => {
      const { faults } = await verified((hash) => (known && hash === 'r' ? reference : undefined));
      return faults[0]?.reason;
    };
    // The value of this receipt cannot be recomputed, which is checked afterwards.
    expect(await labelFaults(true)).toEqual(reason ?? 'methodology does not match');
    expect(await labelFaults(false)).toEqual(reasonWithoutReference ?? 'methodology does not match');
  });
});

async function verified(references: (hash: string) => ReferenceContent | undefined = () => undefined) {
  const history = {
    async *records() {
      // None is stored.
    },
  };
  const range = { from: -Infinity, to: Infinity };
  return verifyKept({ folder, keys: [], dayHeads: [], history, references, ...range });
}

async function uncounted() {
  return (await verified()).uncounted;
}
