import { describe, expect, test } from 'vitest';
import type { IndexTicker } from '../../../../sdk/src/contract.ts';
import { NotFoundError } from '../../../../sdk/src/errors.ts';
import { explainMove } from '../../../../src/cli/receipts/explain-move.ts';
import { findReceipt, isTickId, type ReceiptClient } from '../../../../src/cli/receipts/find-receipt.ts';
import { receiptAndHead, type HeadClient } from '../../../../src/cli/receipts/receipt-and-head.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { entityKey, recordId } from '../../../../src/core/ids/record-id.ts';
import { formatDatetime, SLOT_MS } from '../../../../src/core/time.ts';
import { AT, market } from './some-receipts.ts';

const NEWEST = Date.parse(AT);
const INDEX = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const idAt = (at: number) => recordId('mwa', at, entityKey(INDEX));

const tickAt = (at: number, flags: IndexTicker['flags'] = []): IndexTicker =>
  ({
    id: idAt(at),
    indexId: INDEX,
    indexType: 'MWA',
    price: '100.5',
    volume: '10',
    timestamp: formatDatetime(at),
    flags,
  }) as IndexTicker;

interface Query {
  readonly indexId: string;
  readonly from?: string;
  readonly to?: string;
  readonly order?: 'asc' | 'desc';
}

/** Values of one index, and receipts of all except the missing ones. */
function service(ticks: readonly IndexTicker[], gone: readonly number[] = []): HeadClient {
  const newest = ticks.at(-1)!;
  const within = ({ from = '', to = '~', order = 'desc' }: Query) => {
    const found = ticks.filter(({ timestamp }) => from <= timestamp && timestamp < to);
    return order === 'asc' ? found : found.toReversed();
  };
  const tidemark = {
    index: async () => newest,
    read: async (_: string, query: Query) => ({ content: query.indexId === INDEX ? within(query) : [] }),
    receipt: async ({ id }: { id: string }) => {
      const tick = ticks.find((each) => each.id === id);
      if (!tick) throw new NotFoundError(404, { status: 'NOT_FOUND', message: 'there is no index ticker' });
      if (gone.some((at) => formatDatetime(at) === tick.timestamp))
        throw new NotFoundError(404, { status: 'NOT_FOUND', message: 'the inputs are not kept any more' });
      return market({ id, indexId: INDEX, timestamp: tick.timestamp });
    },
    head: async () => ({ slot: newest.timestamp }),
    heads: async function* ({ from = '' }: { from?: string }) {
      const day = '2026-11-17T00:00:00.000Z';
      if (day >= from) yield { slot: day };
    },
  };
  return { tidemark } as unknown as HeadClient;
}

const TICKS = [NEWEST - 10 * SLOT_MS, NEWEST - 3 * SLOT_MS, NEWEST - 2 * SLOT_MS, NEWEST].map((at) =>
  tickAt(at),
);
const refusal = async (asker: ReceiptClient, ...args: [string, Parameters<typeof findReceipt>[2]]) => {
  const error: unknown = await findReceipt(asker, ...args).catch((failed: unknown) => failed);
  expect(error).toBeInstanceOf(Error);
  return error as Error;
};

describe('a receipt', () => {
  test('is that of the newest tick of a name, or of the one at or just before an instant', async () => {
    const asker = service(TICKS);
    expect((await findReceipt(asker, 'BTC_USD', undefined)).timestamp).toBe(AT);
    expect((await findReceipt(asker, 'BTC_USD', { agoMs: 60_000 })).id).toBe(idAt(NEWEST - 2 * SLOT_MS));
    const within = { at: NEWEST - 2 * SLOT_MS + 29_999 };
    expect((await findReceipt(asker, 'BTC_USD', within)).id).toBe(idAt(NEWEST - 2 * SLOT_MS));
  });

  test('is found by the id of a tick or of an index', async () => {
    const id = idAt(NEWEST - 3 * SLOT_MS);
    expect([isTickId(id), isTickId(INDEX), isTickId('BTC_USD')]).toEqual([true, false, false]);
    expect((await findReceipt(service(TICKS), id, undefined)).id).toBe(id);
    expect((await findReceipt(service(TICKS), INDEX, undefined)).timestamp).toBe(AT);
    expect((await refusal(service(TICKS), id, { agoMs: 0 })).message).toMatch(/leave out --at$/);
  });

  test.each([
    ['in the future', { at: NEWEST + SLOT_MS }, /^BTC_USD has no value at \S+ yet: the newest is of 2026/],
    ['before history', { at: 0 }, /^BTC_USD has no value at 1970\S+: .* begin at 2026-11-17T11:55:00.000Z$/],
    [
      'in a gap',
      { at: NEWEST - SLOT_MS },
      /: the previous one is 2026-11-17T11:59:00.000Z, the next 2026-11-17T12:00:00.000Z$/,
    ],
  ])('of an instant %s is refused with the available range', async (_where, when, message) => {
    const error = await refusal(service(TICKS), 'BTC_USD', when);
    expect(error).toBeInstanceOf(OperatorError);
    expect(error.message).toMatch(message);
  });

  test('that is no longer available is reported', async () => {
    const { message } = await refusal(service(TICKS, [NEWEST]), 'BTC_USD', undefined);
    expect(message).toBe(`there is no receipt of BTC_USD at ${AT}: the inputs are not kept any more`);
  });

  test.each([
    ['index', { indexId: 'another' }],
    ['tick', { id: idAt(NEWEST - SLOT_MS) }],
    ['time', { timestamp: formatDatetime(NEWEST - SLOT_MS) }],
    ['time that is none', { timestamp: 'noon' }],
  ])('of another %s is refused', async (_what, other) => {
    const { tidemark } = service(TICKS);
    const own = { id: idAt(NEWEST), indexId: INDEX, timestamp: AT };
    const receipt = async () => market({ ...own, ...other });
    const liar = { tidemark: { ...tidemark, receipt } } as unknown as ReceiptClient;
    expect((await refusal(liar, 'BTC_USD', undefined)).message).toBe(
      `the service sent a different receipt instead of that of BTC_USD at ${AT}`,
    );
    if (!('indexId' in other))
      expect((await refusal(liar, idAt(NEWEST), undefined)).message).toMatch(/^the service sent a different/);
  });

  test('of a value listed in place of another is not requested', async () => {
    const { tidemark } = service(TICKS);
    const read = async () => ({ content: [TICKS[0]] });
    const liar = { tidemark: { ...tidemark, read } } as unknown as ReceiptClient;
    const { message } = await refusal(liar, 'BTC_USD', { agoMs: 60_000 });
    expect(message).toMatch(/^the service sent a different value instead of BTC_USD at /);
  });

  test('of a modelled value is not requested', async () => {
    const { message } = await refusal(service([tickAt(NEWEST, ['MODELLED'])]), 'BTC_USD', undefined);
    expect(message).toMatch(/was filled in from a price model \(MODELLED\)/);
  });

  test.each([idAt(NEWEST - SLOT_MS), recordId('mwaDay', NEWEST, entityKey(INDEX)), crypto.randomUUID()])(
    'of the unknown id %s is refused',
    async (id) => {
      expect((await refusal(service(TICKS), id, undefined)).message).toMatch(
        /no receipt of|neither the id of a tick/,
      );
    },
  );
});

describe('the head for a receipt', () => {
  test('is that of the same tick if there is one', async () => {
    const found = await receiptAndHead(service(TICKS), 'BTC_USD', undefined);
    expect([found.receipt.timestamp, found.tick?.timestamp, found.head.slot]).toEqual([AT, AT, AT]);
  });

  test('is that of the day for an earlier one, otherwise the newest', async () => {
    const old = tickAt(Date.parse('2026-11-16T12:00:00Z'));
    const asker = service([old, ...TICKS]);
    expect((await receiptAndHead(asker, old.id, undefined)).head.slot).toBe('2026-11-17T00:00:00.000Z');
    expect((await receiptAndHead(asker, TICKS[0]!.id, undefined)).head.slot).toBe(AT);
  });
});

describe('the two ends of a move', () => {
  const counted = () => {
    const asker = service(TICKS);
    const calls = { newest: 0, receipts: 0 };
    const tidemark = {
      ...asker.tidemark,
      // With each request, another tick has arrived.
      index: async () => TICKS[TICKS.length - 1 - calls.newest++]!,
      receipt: async () => {
        calls.receipts++;
        return market({});
      },
    };
    return { asker: { tidemark } as unknown as ReceiptClient, calls };
  };

  test('are determined from one newest tick, and ordered before receipts are requested', async () => {
    const { asker, calls } = counted();
    const reversed = explainMove(asker, 'BTC_USD', { agoMs: 0 }, { agoMs: 60_000 });
    await expect(reversed).rejects.toThrow(/^FROM, \S+, is after TO, /);
    const same = explainMove(counted().asker, 'BTC_USD', { agoMs: 10 }, { agoMs: 0 });
    await expect(same).rejects.toThrow(/has no value at|are the same tick/);
    expect(calls).toEqual({ newest: 1, receipts: 0 });
  });

  test('must be of different ticks', async () => {
    const id = idAt(NEWEST);
    await expect(explainMove(counted().asker, id, { agoMs: 60_000 }, { agoMs: 0 })).rejects.toThrow(
      'is the id of one tick: use a name',
    );
  });
});
