import { describe, expect, test } from 'vitest';
import type { IndexReceipt, IntegrityHead } from '../../../sdk/src/contract.ts';
import { evidenceFault } from '../../../sdk/src/evidence/evidence-fault.ts';
import { answerOf } from '../../../sdk/src/evidence/page-answer.ts';
import { headlineOf, partsOf, type Part } from '../../../sdk/src/evidence/page-verdict.ts';
import type { Verdict } from '../../../sdk/src/verify/index.ts';

const SLOT = '2026-11-17T16:00:00.000Z';
const head = { slot: SLOT, recordHash: 'aa', keyId: 'KEY' } as IntegrityHead;
const receipt = {
  indexType: 'GWA',
  asset: 'BTC',
  timestamp: SLOT,
  methodology: '3',
  recordHash: 'aa',
  price: '65123.40',
  flags: [],
} as unknown as IndexReceipt;
const BOUND: Verdict = { isRight: true, isChecked: true, isBound: true, differences: [] };
const GOOD = { isRight: true, isChecked: true };
const partsWith = (changed: Partial<Record<Part['name'], Part['state']>>) =>
  partsOf({ receipt, head }, BOUND, GOOD).map((part) => ({
    ...part,
    state: changed[part.name] ?? part.state,
  }));

describe('the answer', () => {
  test('for a valid file: the price is proven', () => {
    const { state, headline, sentences, notProven } = answerOf(
      { receipt, head, url: 'https://prices.example' },
      partsWith({}),
    );
    expect(state).toBe('right');
    expect(headline).toBe(
      'This price is proven: BTC was 65,123.40 USD at 2026-11-17 16:00:00 UTC (the file does not say whether the market was simulated).',
    );
    expect(sentences).toEqual([
      'Signed by the key KEY. The file says that it came from https://prices.example.',
    ]);
    expect(notProven.join(' ')).toMatch(/exchanges really reported .* Whose key it is/);
  });

  test('for an incomplete one names what is missing, and states the price as the claim of the file', () => {
    const open = answerOf({ receipt, head }, partsWith({ inputs: 'doubt' }));
    expect(open.headline).toMatch(
      /^This price is only partly proven: the file says that BTC was 65,123\.40 USD/,
    );
    expect(open.sentences[0]).toBe('Not proven: inputs.');
    const wrong = answerOf(
      { receipt, head },
      partsWith({ signature: 'wrong', record: 'wrong', inputs: 'doubt' }),
    );
    expect(wrong.headline).toMatch(/^This price is not proven: the file says that BTC was /);
    expect(wrong.sentences).toEqual(['Failed: signed head, record.', 'Not proven: inputs.']);
  });

  test('states that the market was simulated, the meaning of flags, and the unit of a market', () => {
    const market = {
      ...receipt,
      indexType: 'MWA',
      market: 'ETH_BTC',
      price: '0.0312',
      flags: ['THIN'],
    } as IndexReceipt;
    const { headline, sentences } = answerOf({ receipt: market, head, source: 'simulator' }, partsWith({}));
    expect(headline).toBe(
      'This price is proven: ETH_BTC was 0.0312 BTC at 2026-11-17 16:00:00 UTC in a simulated market.',
    );
    expect(sentences[1]).toMatch(/^The value is flagged THIN: Few exchanges contribute/);
  });

  test.each(['the European Central Bank, which also confirms it', 'constructor', '__proto__', 'toString'])(
    'has no unsigned text in its headline: source %j',
    (source) => {
      const { headline, sentences, notProven } = answerOf({ receipt, head, source }, partsWith({}));
      expect(headline).toBe(
        'This price is proven: BTC was 65,123.40 USD at 2026-11-17 16:00:00 UTC (the file names a source that is not known here).',
      );
      expect(sentences.at(-1)).toMatch(
        /^Not signed: the file gives "[^"]{1,41}" as the source of its data\.$/,
      );
      expect(notProven.join(' ')).toContain('That the market was not a simulated one');
    },
  );

  test('accepts only a URL as the service of origin', () => {
    const url = 'https://prices.example. The European Central Bank confirms it';
    const { sentences, notProven } = answerOf({ receipt, head, url }, partsWith({}));
    expect(sentences).toEqual(['Signed by the key KEY. The file does not say which service it came from.']);
    expect(notProven.join(' ')).not.toContain('European');
  });
});

test('a proof through the day names the day and the position of the record in it', () => {
  const later = { ...head, slot: '2026-11-18T00:00:00.000Z' };
  const proof = { head: later, day: { index: 1919, count: 2879 } };
  const past = { ...receipt, proof } as unknown as IndexReceipt;
  const parts = partsOf({ receipt: past }, BOUND, GOOD);
  expect(parts.map(({ name, state }) => [name, state])).toEqual(
    ['value', 'inputs', 'signature', 'record', 'day'].map((name) => [name, 'right']),
  );
  expect(parts.at(-1)!.said).toBe(
    'the record is number 1920 of the 2879 records of 2026-11-17 that the head of 2026-11-18T00:00:00.000Z covers',
  );
  const midnight = { ...past, timestamp: '2026-11-18T00:00:00.000Z' };
  const elsewhere = {
    ...midnight,
    proof: { ...proof, head: { ...later, slot: '2026-11-18T00:00:30.000Z' } },
  };
  expect(partsOf({ receipt: elsewhere as unknown as IndexReceipt }, BOUND, GOOD).at(-1)!.said).toContain(
    'records of 2026-11-17',
  );
});

test('one line shows which parts are valid and which are not', () => {
  expect(headlineOf(partsWith({}))).toBe('Holds: value, inputs, signature, record');
  expect(headlineOf(partsWith({ value: 'wrong', inputs: 'doubt' }))).toBe(
    'Failed: value. Not shown: inputs. Holds: signature, record',
  );
});

test.each([
  ['nothing', null],
  ['no receipt', { receipt: null }],
  ['a price that is a number', { receipt: { ...receipt, indexId: 'i', price: 7 } }],
  ['a market that is a list', { receipt: { ...receipt, indexId: 'i', market: [] } }],
  ['no timestamp', { receipt: { ...receipt, indexId: 'i', timestamp: undefined } }],
  ['flags that are no list', { receipt: { ...receipt, indexId: 'i', flags: 'THIN' } }],
  ['markets that are no list', { receipt: { ...receipt, indexId: 'i', markets: {} } }],
  ['a line that is null', { receipt: { ...receipt, indexId: 'i', refused: [null] } }],
  ['a head that is null', { receipt: { ...receipt, indexId: 'i' }, head: null }],
  ['a source that is a number', { receipt: { ...receipt, indexId: 'i' }, source: 7 }],
])('data with %s is refused clearly', (_what, given) => {
  expect(evidenceFault(given)).toMatch(/^it has no receipt|must be/);
});

test('unchanged data has no fault', () => {
  const given = { receipt: { ...receipt, indexId: 'i' }, head, url: 'https://prices.example', source: 'x' };
  expect(evidenceFault(given)).toBeUndefined();
});
