import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { KeepSchedule, parseKeepPlan } from '../../../../../src/app/config/keep-plan.ts';
import { ReceiptKeeper } from '../../../../../src/app/pipeline/kept-receipts/receipt-keeper.ts';
import { seriesNamed } from '../../../../../src/app/pipeline/kept-receipts/kept-names.ts';
import type { NewReceipt } from '../../../../../src/app/pipeline/kept-receipts/kept-store.ts';
import type { DayPart } from '../../../../../src/app/pipeline/kept-receipts/kept-file.ts';
import { formatDatetime, hourOfTick, SLOT_MS } from '../../../../../src/core/time.ts';
import type { ReferenceContent } from '../../../../../src/core/reference-data.ts';
import { LX_INDICES } from '../../../../../src/core/ids/well-known-ids.ts';
import { HeldHours } from '../../../../../src/history/inputs/held-hours.ts';
import type { Proof } from '../../../../../src/values/receipts/proof.ts';
import type { NoReceipt, ServedReceipt } from '../../../../../src/values/receipts/receipts.ts';

const AT = Date.parse('2026-12-01T16:00:00Z');
const NEXT_DAY = Date.parse('2026-12-02T00:00:30Z');
const RECORD = {
  at: AT,
  methodology: '3',
  reference: 'r',
  input: 'i',
  state: 's',
  output: 'o',
  roots: 'A'.repeat(128),
  previous: '',
};
const assets = [
  { id: 'btc', symbol: 'BTC', slugName: 'bitcoin', status: 'ACTIVE' },
  { id: 'btc2', symbol: 'BTC', slugName: 'bitcoin-two', status: 'INACTIVE' },
  { id: 'usd', symbol: 'USD', slugName: 'us-dollar', status: 'ACTIVE' },
];
const markets = [{ id: 'btc-usd', baseAssetId: 'btc', quoteAssetId: 'usd' }];
const REFERENCE = { assets, markets } as unknown as ReferenceContent;

let appended: NewReceipt[];
let days: [at: number, day: DayPart][];
let answers: (ServedReceipt | NoReceipt)[];
let asked: string[];
let warnings: string[];
let ticks: Set<number>;
let isFull: boolean;
let hasDayHead: boolean;
/** Series and ticks whose receipts cannot be computed. */
let broken: Set<string>;
/** Ticks whose records cannot be read. */
let unreadable: Set<number>;
let held: HeldHours;
let keeper: ReceiptKeeper;

function receipt(at: number): ServedReceipt {
  const proof = { slot: at, leaves: [], path: [], root: { values: '', inputs: '' }, record: RECORD };
  return { indexType: 'GWA', indexId: 'btc', at, price: 1, flags: [], proof } as unknown as ServedReceipt;
}

const headAt = (slot: number) => ({ slot, recordHash: 'h', keyId: 'k', signature: 's' });

function open(plan: string): ReceiptKeeper {
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void warnings.push(String((JSON.parse(line) as { msg: string }).msg)) },
  );
  return new ReceiptKeeper({
    schedule: new KeepSchedule(parseKeepPlan(plan)),
    store: {
      has: async (id) => appended.some(({ entry }) => entry.id === id),
      append: async (each) => {
        if (isFull) throw new Error('no space left');
        appended.push(each);
      },
      appendDay: async (at, day) => void days.push([at, day]),
      withoutDayHead: async () =>
        appended.map(({ entry }) => entry).filter(({ at }) => !days.some(([done]) => done === at)),
      read: async () => undefined,
    },
    receipts: {
      explain: async ({ indexId }, at) => {
        asked.push(`${indexId} ${formatDatetime(at)}`);
        if (broken.has(`${indexId} ${formatDatetime(at)}`)) throw new Error('cannot be packed');
        return answers.shift() ?? receipt(at);
      },
    },
    history: {
      records: async function* (at: number) {
        if (unreadable.has(at)) throw new Error('bad sector');
        if (ticks.has(at)) yield { at, record: Buffer.from(JSON.stringify({ ...RECORD, at })) };
      } as never,
    },
    newestHead: { addHead: async (proof: Proof) => ({ ...proof, head: headAt(proof.slot) }) },
    dayHead: {
      addHead: async (proof: Proof) =>
        hasDayHead ? { ...proof, head: headAt(NEXT_DAY - SLOT_MS), day: { index: 5 } as never } : proof,
    },
    held,
    references: (hash) => (hash === 'r' ? REFERENCE : undefined),
    tzdata: '2025b',
    log,
  });
}

async function publish(at: number): Promise<void> {
  ticks.add(at);
  keeper.published(at);
  await keeper.idle();
}

beforeEach(() => {
  [appended, days, answers, asked, warnings] = [[], [], [], [], []];
  ticks = new Set();
  broken = new Set();
  unreadable = new Set();
  held = new HeldHours();
  isFull = false;
  hasDayHead = true;
  keeper = open('BTC@16:00 Europe/London');
});

describe('names', () => {
  test.each([
    ['BLX', [{ indexType: 'LX', indexId: LX_INDICES.BLX }]],
    ['BTC_USD', [{ indexType: 'MWA', indexId: 'btc-usd' }]],
    ['BTC', [{ indexType: 'GWA', indexId: 'btc' }]],
    ['bitcoin-two', [{ indexType: 'GWA', indexId: 'btc2' }]],
    ['NOPE', []],
  ])('%s', (name, expected) => {
    expect(seriesNamed(name, REFERENCE)).toEqual(expected);
  });
});

describe('a keeper', () => {
  test('keeps the receipt of an instant of the plan, with the head of its tick', async () => {
    await publish(AT - SLOT_MS);
    expect(asked).toEqual([]);
    await publish(AT);
    expect(appended).toHaveLength(1);
    const [{ entry, headSlot, receipt: kept }] = appended as [NewReceipt];
    expect(entry).toMatchObject({ at: AT, name: 'BTC', times: ['16:00 Europe/London'], tzdata: '2025b' });
    expect(headSlot).toBe(AT);
    expect(kept).toMatchObject({ id: entry.id, proof: { head: { slot: formatDatetime(AT) } } });
    await publish(AT + SLOT_MS);
    expect(asked).toHaveLength(1);
  });

  test('adds the proof path to the head of the day when the day has ended', async () => {
    await publish(AT);
    await publish(NEXT_DAY - SLOT_MS);
    expect(days).toEqual([]);
    hasDayHead = false;
    await publish(NEXT_DAY);
    expect(days).toEqual([]);
    // It may be signed later.
    hasDayHead = true;
    await publish(NEXT_DAY + SLOT_MS);
    expect(days).toMatchObject([[AT, { head: { slot: '2026-12-02T00:00:00.000Z' }, day: { index: 5 } }]]);
    await publish(NEXT_DAY + 2 * SLOT_MS);
    expect(days).toHaveLength(1);
  });

  test('retries with the next tick while receipts of others are computed, or the disk is full', async () => {
    answers = ['busy'];
    await publish(AT);
    expect(appended).toEqual([]);
    isFull = true;
    await publish(AT + SLOT_MS);
    expect(appended).toEqual([]);
    expect(warnings.join()).toContain('a receipt could not be kept');
    isFull = false;
    await publish(AT + 2 * SLOT_MS);
    expect(appended.map(({ entry }) => entry.at)).toEqual([AT]);
  });

  test('keeps the others if one receipt fails, with proofs to their day, and logs the failure once', async () => {
    keeper = open('BTC,BTC_USD@16:00 UTC,17:00 UTC,18:00 UTC');
    const [five, six] = [AT + 3_600_000, AT + 7_200_000];
    broken.add(`btc ${formatDatetime(AT)}`);
    unreadable.add(five);
    for (const at of [AT, five, six, six + SLOT_MS]) await publish(at);
    expect(appended.map(({ entry }) => [entry.name, entry.at])).toEqual([
      ['BTC_USD', AT],
      ['BTC', six],
      ['BTC_USD', six],
    ]);
    expect(warnings).toHaveLength(2);
    await publish(NEXT_DAY);
    expect(days.map(([at]) => at)).toEqual(expect.arrayContaining([AT, six]));
    expect(warnings).toHaveLength(2);
    // A failed receipt is retried with each tick.
    broken.clear();
    unreadable.clear();
    await publish(NEXT_DAY + SLOT_MS);
    expect(appended).toHaveLength(6);
  });

  test('keeps the receipt of a tick whose head was missed, with the next head', async () => {
    await publish(AT - SLOT_MS);
    ticks.add(AT);
    await publish(AT + 3 * SLOT_MS);
    expect(appended.map(({ entry }) => entry.at)).toEqual([AT]);
  });

  test('attaches the head of a day that is signed hours late', async () => {
    await publish(AT);
    hasDayHead = false;
    for (let i = 0; i < 60; i++) await publish(NEXT_DAY + i * SLOT_MS);
    expect(days).toEqual([]);
    hasDayHead = true;
    await publish(NEXT_DAY + 7_200_000);
    expect(days.map(([at]) => at)).toEqual([AT]);
  });

  test('keeps nothing for an instant without a tick', async () => {
    await publish(AT - SLOT_MS);
    await publish(AT + SLOT_MS);
    keeper.catchUp(AT - SLOT_MS, AT + SLOT_MS);
    await publish(AT + 2 * SLOT_MS);
    expect([appended, asked]).toEqual([[], []]);
  });

  test('catches up with missed instants, once, and reports what cannot be kept', async () => {
    const before = AT - 86_400_000;
    ticks = new Set([before, AT]);
    answers = ['not-kept'];
    keeper.catchUp(before - SLOT_MS, AT + SLOT_MS);
    await publish(AT + 2 * SLOT_MS);
    expect(asked).toEqual([`btc ${formatDatetime(before)}`, `btc ${formatDatetime(AT)}`]);
    expect(appended.map(({ entry }) => entry.at)).toEqual([AT]);
    expect(warnings).toEqual(['the receipt is not kept: its inputs are no longer kept']);
    keeper.catchUp(AT, AT + SLOT_MS);
    await publish(AT + 3 * SLOT_MS);
    expect(asked).toHaveLength(2);
  });

  test('protects the inputs of an instant from before it is due until its receipt is kept', async () => {
    const hour = hourOfTick(AT);
    const yesterday = hourOfTick(AT - 86_400_000);
    ticks.add(AT - 86_400_000);
    keeper.catchUp(AT - 86_400_000 - SLOT_MS, AT - 2 * SLOT_MS);
    expect([yesterday, hour].map((each) => held.has(each))).toEqual([true, true]);
    await publish(AT - SLOT_MS);
    expect([yesterday, hour].map((each) => held.has(each))).toEqual([false, true]);
    answers = ['busy'];
    await publish(AT);
    expect(held.has(hour)).toBe(true);
    await publish(AT + SLOT_MS);
    expect(appended).toHaveLength(2);
    expect(held.has(hour)).toBe(false);
  });

  test('protects the inputs of a failing receipt for an hour of ticks', async () => {
    isFull = true;
    for (let i = 0; i < 120; i++) {
      if (i > 0) expect(held.has(hourOfTick(AT))).toBe(true);
      await publish(AT + i * SLOT_MS);
    }
    expect(held.has(hourOfTick(AT))).toBe(false);
    isFull = false;
    await publish(AT + 120 * SLOT_MS);
    expect(appended).toHaveLength(1);
  });

  test('warns once of a name that does not exist', async () => {
    keeper = open('NOPE,BTC@16:00 Europe/London');
    await publish(AT - SLOT_MS);
    expect(warnings).toEqual([
      'keepReceipts: no asset, market or index has this name: no receipts are kept for it',
    ]);
    await publish(AT);
    expect(appended.map(({ entry }) => entry.name)).toEqual(['BTC']);
    expect(warnings).toHaveLength(1);
  });
});
