import { ConnectionError, type Tidemark } from '@tidemark/sdk';
import { expect, test } from 'vitest';
import { checkReceipt } from '../../../web/src/receipt/check-receipt.ts';
import type { ReceiptData } from '../../../web/src/receipt/receipt-store.ts';
import { verdictOf, verdictText } from '../../../web/src/receipt/verdict.ts';
import type { Verifier } from '../../../web/src/receipt/verifier.ts';

const { signal } = new AbortController();
const SLOT = '2026-03-01T12:00:30.000Z';
const TOLD = {
  receipt: { timestamp: SLOT, recordHash: 'aa' },
  head: { slot: SLOT, recordHash: 'aa', keyId: 'k' },
} as unknown as ReceiptData;
const TIDEMARK = { integrityKeys: async () => ({}) } as unknown as Tidemark;

const verifierOf = (head: () => unknown, isBound = true) =>
  ({
    call: async (name: string) =>
      name === 'verifyReceipt'
        ? { isRight: true, isChecked: true, isBound, price: '1', differences: [] }
        : name === 'verifyHead'
          ? head()
          : name === 'isProvable'
            ? true
            : [],
  }) as unknown as Verifier;

const signatureOf = async (verifier: Verifier, tidemark: Tidemark) => {
  const checks = await checkReceipt(verifier, tidemark, TOLD, signal);
  const { state, words } = checks.find(({ title }) => title === 'Signed head')!;
  return [verdictOf(checks), state, words];
};

test('a value with a good signature of its own tick is verified', async () => {
  const verifier = verifierOf(() => ({ isRight: true, isChecked: true }));
  expect((await signatureOf(verifier, TIDEMARK)).slice(0, 2)).toEqual(['right', 'right']);
});

test('without a head, the value is not called verified', async () => {
  const verifier = verifierOf(() => ({ isRight: true, isChecked: true }));
  const down = {
    integrityKeys: () => Promise.reject(new ConnectionError('down')),
  } as unknown as Tidemark;
  expect(await signatureOf(verifier, down)).toEqual([
    'open',
    'open',
    'it could not be loaded: the service does not respond',
  ]);
});

test('a check that fails is not taken for a load that does', async () => {
  const verifier = verifierOf(() => {
    throw new Error('no Ed25519 here');
  });
  expect(await signatureOf(verifier, TIDEMARK)).toEqual([
    'open',
    'open',
    'this browser could not check it: no Ed25519 here',
  ]);
});

test('a receipt that its proof does not bind is not called verified', async () => {
  const verifier = verifierOf(() => ({ isRight: true, isChecked: true }), false);
  const checks = await checkReceipt(verifier, TIDEMARK, TOLD, signal);
  expect(verdictOf(checks)).toBe('open');
  expect(checks.find(({ title }) => title === 'Inputs')).toMatchObject({ state: 'open' });
});

test('the head that the proof of a receipt leads to is the one that is checked, with its day', async () => {
  const head = { slot: '2026-03-02T00:00:00.000Z', keyId: 'k' };
  const receipt = { ...TOLD.receipt, proof: { head, day: { index: 1440, count: 2879 } } };
  const verifier = verifierOf(() => ({ isRight: true, isChecked: true }));
  const checks = await checkReceipt(
    verifier,
    TIDEMARK,
    { ...TOLD, receipt } as unknown as ReceiptData,
    signal,
  );
  expect(verdictText(checks)).toBe(
    'Verified in this browser: value, published value, inputs, record, day and signed head.',
  );
  expect(checks.find(({ title }) => title === 'Day')!.words).toBe(
    'the record is number 1441 of the 2879 records of 2026-03-01 that the head of 2026-03-02 00:00:00 UTC covers',
  );
});

test('the verdict names what does not hold, and only that', async () => {
  const verifier = verifierOf(() => ({ isRight: false, isChecked: true, because: 'the key is another' }));
  const checks = await checkReceipt(verifier, TIDEMARK, TOLD, signal);
  expect(verdictText(checks)).toBe('Verification failed: signed head.');
});
