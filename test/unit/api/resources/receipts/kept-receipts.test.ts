import { expect, test } from 'vitest';
import { keptReceiptRoutes } from '../../../../../src/api/resources/receipts/kept-receipts.ts';
import type { IndexNames } from '../../../../../src/latest/indices/index-names.ts';
import type { PreparedAnswer } from '../../../../../src/latest/answers/prepared-answer.ts';
import type { KeptReceiptEntry } from '../../../../../src/values/receipts/kept-receipts.ts';

const AT = Date.parse('2026-11-18T16:00:00Z');
const OLD: KeptReceiptEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  at: AT,
  indexType: 'GWA',
  indexId: 'old',
  name: 'OLD',
  times: ['16:00 UTC'],
  tzdata: '2025b',
};

/** The market has only BTC: OLD was delisted. */
const names = {
  indicesOf: (name: string) =>
    name === 'BTC' ? [{ series: { indexType: 'GWA', indexId: 'btc' }, title: 'BTC' }] : [],
} as unknown as IndexNames;

async function listed(query: object, scopes: readonly string[] = ['read:index-ticker']): Promise<unknown> {
  const [route] = keptReceiptRoutes(
    {
      kept: {
        list: async ({ from, to }) => [OLD].filter(({ at }) => from <= at && at < to),
        read: async () => ({ price: '1' }),
      },
      turns: { next: async () => undefined },
    },
    names,
  );
  const { prepared } = (await route!.handle({ query, grant: { scopes: new Set(scopes) } } as never)) as {
    readonly prepared: PreparedAnswer;
  };
  return (JSON.parse(prepared.identity.bytes.toString()) as { content: unknown }).content;
}

test('receipts of a delisted index are listed under the name for which they were kept', async () => {
  expect(await listed({ name: 'OLD' })).toMatchObject([{ name: 'OLD', receipt: { price: '1' } }]);
});

test('a known name without kept receipts, in the range or at all, is an empty list', async () => {
  expect(await listed({ name: 'BTC' })).toEqual([]);
  expect(await listed({ name: 'OLD', from: AT + 1 })).toEqual([]);
});

test('an unknown name is an empty list, as for any filter that matches nothing', async () => {
  expect(await listed({ name: 'NOPE' })).toEqual([]);
});

test('the scope of a delisted index is still needed', async () => {
  await expect(listed({ name: 'OLD' }, ['read:LX'])).rejects.toThrow(/read:index-ticker/);
});
