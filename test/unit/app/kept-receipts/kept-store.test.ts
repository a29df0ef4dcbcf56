import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeptStore, type NewReceipt } from '../../../../src/app/kept-receipts/kept-store.ts';
import { packReceipt, SharedTexts, unpackReceipt } from '../../../../src/app/kept-receipts/receipt-codec.ts';
import { KEPT_RECEIPTS, QUARANTINE } from '../../../../src/app/directory/data-format.ts';
import { quarantineOf } from '../../../../src/app/directory/quarantine-of.ts';
import { keptParts } from '../../../../src/app/storage/stored-parts.ts';
import { LoopTurns } from '../../../../src/core/loop-turns.ts';
import { EVENT_LOOP } from '../../../../src/core/loop.ts';
import { entityKey, recordId } from '../../../../src/core/record-id.ts';

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
    receipt: { id, indexId: ID, price, ...LISTS, proof: { slot: at, head: { slot: 1 } } },
    headSlot: at,
  };
}

/** With texts that no other receipt has. */
function ownTextsAt(at: number, name: string): NewReceipt {
  const { receipt, ...rest } = receiptAt(at, name);
  const own = [{ exchangeId: name, exchange: name, tier: 'A' }];
  return { ...rest, receipt: { ...receipt, exchanges: own } };
}

const exchanges = [{ exchangeId: 'e1', exchange: 'One', tier: 'A' }];
/** With members that only some rows have. */
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
  test('gives the same receipt again, and names shared texts once', () => {
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
  test('has nothing before the first receipt, and makes no folder', async () => {
    expect(await store.list({ from: -Infinity, to: Infinity })).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('gives back what was kept, also after a restart', async () => {
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

  test('begins a file in each month, and leaves those before as they are', async () => {
    const late = receiptAt(NOVEMBER, '1');
    await store.append(receiptAt(NOVEMBER - 30_000, '0'), NOVEMBER);
    const before = readFileSync(path());
    await store.append(receiptAt(DECEMBER, '2'), DECEMBER);
    // One that is kept late goes to the newest file.
    await store.append(late, DECEMBER);
    expect(readFileSync(path())).toEqual(before);
    expect(readdirSync(join(folder, KEPT_RECEIPTS))).toEqual(['2026-11.log', '2026-12.log']);
    const opened = open();
    expect(await opened.list({ from: NOVEMBER, to: DECEMBER })).toHaveLength(1);
    expect(await opened.read(late.entry)).toEqual(late.receipt);
  });

  test('leads to the head of the day once that is known', async () => {
    const { entry, receipt, headSlot } = receiptAt(NOVEMBER, '1');
    await store.append({ entry, receipt, headSlot }, NOVEMBER);
    expect((await store.withoutDay(NOVEMBER - 1)).map(({ at }) => at)).toEqual([NOVEMBER]);
    await store.appendDay(NOVEMBER, { head: { slot: 'end' }, day: { index: 3 } }, DECEMBER);
    for (const opened of [store, open()]) {
      expect(await opened.withoutDay(NOVEMBER - 1)).toEqual([]);
      expect(await opened.read(entry)).toEqual({
        ...receipt,
        proof: { slot: NOVEMBER, head: { slot: 'end' }, day: { index: 3 } },
      });
    }
  });

  test('needs no more for the last tick of a day, whose head is that of the day', async () => {
    await store.append(receiptAt(DECEMBER, '1'), DECEMBER);
    expect(await store.withoutDay(NOVEMBER)).toEqual([]);
  });

  test('sets a torn end aside, and goes on behind the last whole line', async () => {
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

  test('names a damaged line, and keeps the others', async () => {
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

  test('keeps the texts of the file that is written while other files are read', async () => {
    const months = ['09', '10', '11'].map((month) => Date.parse(`2026-${month}-18T16:00:00Z`));
    const old = months.map((at, i) => ownTextsAt(at, `old ${i}`));
    for (const each of old) await store.append(each, each.entry.at);
    const added = ['1', '2', '3'].map((name, i) => ownTextsAt(DECEMBER + i * 30_000, name));
    for (const each of added)
      await Promise.all([store.append(each, DECEMBER), ...old.map(({ entry }) => store.read(entry))]);
    for (const each of [store, open()])
      for (const { entry, receipt } of [...old, ...added]) expect(await each.read(entry)).toEqual(receipt);
  });

  test('leaves the places of texts in a damaged line taken', async () => {
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

  test('names texts that would replace others as damage, and never reads a receipt with the wrong ones', async () => {
    const [first, second] = [ownTextsAt(NOVEMBER, '1'), ownTextsAt(NOVEMBER + 30_000, '2')];
    await store.append(first, NOVEMBER);
    await store.close();
    const before = readFileSync(path(), 'utf8');
    writeFileSync(path(), '');
    store = open();
    await store.append(second, NOVEMBER);
    const [, ...overlapping] = readFileSync(path(), 'utf8').split('\n');
    writeFileSync(path(), before + overlapping.join('\n'));
    const opened = open();
    expect(await opened.read(first.entry)).toEqual(first.receipt);
    expect(await opened.read(second.entry)).toBeUndefined();
    expect(problems[0]).toBe('kept-receipts/2026-11.log has 1 damaged lines, the first is line 4');
    expect(problems[1]).toMatch(/cannot be read: its hash does not fit/);
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

  test('refuses a file of a newer format', async () => {
    await store.append(receiptAt(NOVEMBER, '1'), NOVEMBER);
    const text = readFileSync(path(), 'utf8');
    // The checksum of the line.
    const { crc32 } = await import('node:zlib');
    const header = '{"format":2}';
    const line = `${crc32(header).toString(16).padStart(8, '0')} ${header}`;
    writeFileSync(path(), [line, ...text.split('\n').slice(1)].join('\n'));
    await expect(open().list({ from: 0, to: 1e15 })).rejects.toThrow(/has format 2, this version knows 1/);
  });
});
