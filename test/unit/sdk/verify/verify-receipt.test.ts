import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IndexReceipt } from '../../../../sdk/src/contract.ts';
import { isProvable, verifyReceipt } from '../../../../sdk/src/verify/index.ts';
import type { Millis } from '../../../../src/core/time.ts';
import { alteredAt, nameOf, placesIn } from '../../../support/altered-receipt.ts';
import { recomputeGwa, type GwaText } from '../../../support/independent/gwa.ts';
import { recomputeLx, type LxText } from '../../../support/independent/lx.ts';
import { recomputeMwa, type MwaText } from '../../../support/independent/mwa.ts';
import {
  IN_VERSION_1,
  IN_VERSION_2,
  IN_VERSION_3,
  quietWorld,
  receiptsOf,
  troubledWorld,
} from '../../../support/receipt-worlds.ts';

const PATIENCE_MS = 900_000;
const AT_LEAST = 250;
/** `npm run fuzz` takes more. */
const ALTERATIONS = process.env['FORGERY'] === 'all' ? 15_000 : 1500;

/** Receipts of the troubled world by its first tick. No test changes them. */
const troubled = new Map<Millis, readonly IndexReceipt[]>();

function troubledReceipts(first: Millis): readonly IndexReceipt[] {
  const receipts = troubled.get(first) ?? [...receiptsOf(troubledWorld(first, 60), 41)];
  troubled.set(first, receipts);
  return receipts;
}

/** The values that independent code finds in a receipt of version 2 or 3. */
function independently(receipt: IndexReceipt): object {
  const text: unknown = receipt;
  if (receipt.indexType === 'MWA') {
    const { price, volume, flags, medians: [v, e, t, r] = [] } = recomputeMwa(text as MwaText);
    return { price, volume, flags, v, e, t, r };
  }
  if (receipt.indexType === 'GWA') {
    const { price, volume, volumeUsd, flags } = recomputeGwa(text as GwaText);
    return { price, volume, volumeUsd, flags };
  }
  const { price, volume, tickVolume, flags, medians: [v, e] = [] } = recomputeLx(text as LxText);
  return { price, volume, tickVolume, flags, v, e };
}

function valuesIn(receipt: IndexReceipt): object {
  const { price, volume, volumeUsd, tickVolume, flags } = receipt;
  const { volumeMedian: v, exchangeMedian: e, trustMedian: t, reference: r } = receipt;
  const numbers = Object.entries({ price, volume, volumeUsd, tickVolume, v, e, t, r }).map(
    ([name, text]) => [name, text === undefined ? undefined : Number(text)] as const,
  );
  return { ...Object.fromEntries(numbers), flags };
}

describe('receipts of a simulated and of a troubled world', () => {
  test.each([
    ['1', 'simulated', () => receiptsOf(quietWorld(IN_VERSION_1, 2), 2)],
    ['2', 'simulated', () => receiptsOf(quietWorld(IN_VERSION_2, 2), 2)],
    ['3', 'simulated', () => receiptsOf(quietWorld(IN_VERSION_3, 2), 2)],
    ['1', 'troubled', () => troubledReceipts(IN_VERSION_1)],
    ['2', 'troubled', () => troubledReceipts(IN_VERSION_2)],
    ['3', 'troubled', () => troubledReceipts(IN_VERSION_3)],
  ] as const)(
    'of version %s, %s: are right, every field of them',
    (version, _name, receipts) => {
      const seen = new Set<string>();
      let count = 0;
      for (const receipt of receipts()) {
        const { computed, differences, ...verdict } = verifyReceipt(receipt);
        if (differences.length > 0) expect({ receipt, differences }).toEqual({ receipt, differences: [] });
        expect(verdict).toMatchObject({ isRight: true, isChecked: true, price: receipt.price });
        expect(receipt.methodology).toBe(version);
        expect(isDeepStrictEqual(computed, receipt)).toBe(true);
        if (version !== '1') expect(valuesIn(computed!)).toEqual(independently(receipt));
        seen.add(receipt.indexType);
        count++;
      }
      expect(seen).toEqual(new Set(['MWA', 'GWA', 'LX']));
      expect(count).toBeGreaterThan(AT_LEAST);
    },
    PATIENCE_MS,
  );
});

describe('an altered receipt', () => {
  const words = (text: string) => text.split(' ');
  const inLines = (list: string, names: string) => [list, ...words(names).map((name) => `${list}.${name}`)];
  /** Fields that no computation can check, as stated in docs/trust/verify-in-a-program.md. */
  const NAMES = 'id recordHash referenceVersion indexId market asset name';
  const NAMES_IN_LINES = 'exchange exchangeId marketId market otherAssetId otherAsset';
  const TICKERS =
    'tier exchangeStatus marketStatus qualified last bid ask lastMoved ticksSinceChange ageMs reportedVolume';
  const LX =
    'baseUsdBefore quoteUsdBefore quoteUsd lastTradedAt trades trades.tradeId trades.slot trades.price trades.amount';
  const MARKETS =
    'side rate volume flags takesPart weak otherReal heldTicks weight deviation exchanges exchanges.exchangeId exchanges.exchange exchanges.tier';
  const STATE =
    'lastValue lastVolume lastRealAt anchor hold.ticks hold.moves hold.from holdTicks lastFlags pendingVolume';
  const GIVEN: ReadonlySet<string> = new Set([
    ...words(`${NAMES} crossRate baseUsdBefore quoteUsdBefore impliedUsd`),
    ...inLines('state', STATE),
    ...words('exchanges refused constituents').flatMap((list) =>
      inLines(list, `${NAMES_IN_LINES} ${TICKERS} ${LX}`),
    ),
    ...inLines('markets', `${NAMES_IN_LINES} ${MARKETS}`),
  ]);

  test.each([
    ['2', IN_VERSION_2],
    ['3', IN_VERSION_3],
  ])(
    'of version %s is detected, or only an input that does not change the value was altered',
    (_version, first) => {
      const receipts = troubledReceipts(first);
      const places = receipts.map((receipt) => placesIn(receipt as never));
      const found = new Set<string>();
      const any = fc.tuple(fc.nat(receipts.length - 1), fc.nat(), fc.nat(100));
      fc.assert(
        fc.property(any, ([which, position, way]) => {
          const receipt = receipts[which]!;
          const place = places[which]![position % places[which]!.length]!;
          const altered = alteredAt(receipt, place, way);
          const { isRight } = verifyReceipt(altered);
          if (!isRight) found.add(nameOf(place));
          else {
            expect(GIVEN).toContain(nameOf(place));
            expect(independently(altered)).toEqual(valuesIn(receipt));
          }
        }),
        { numRuns: ALTERATIONS, seed: 1 },
      );
      const outputs = [
        'price',
        'volume',
        'flags',
        'exchanges.weight',
        'markets.share',
        'refused.reason',
        'ln',
      ];
      for (const name of outputs) expect(found).toContain(name);
      for (const name of [
        'timestamp',
        'exchanges.last',
        'markets.rate',
        'markets.otherLn',
        'constituents.quoteUsd',
      ])
        expect(found).toContain(name);
    },
    PATIENCE_MS,
  );

  test('of a newer methodology is not called wrong, but not checked', () => {
    const [receipt] = receiptsOf(quietWorld(IN_VERSION_2, 1), 1000);
    expect(verifyReceipt({ ...receipt!, methodology: '99' })).toMatchObject({
      isRight: false,
      isChecked: false,
      differences: [{ field: 'methodology', said: '99' }],
    });
    expect(verifyReceipt({ ...receipt!, methodology: '3' })).toMatchObject({
      isChecked: true,
      differences: [{ field: 'methodology', said: '3', computed: '2' }],
    });
  });

  test('of an older methodology than at its time is checked as such, and never bound', () => {
    const [receipt] = receiptsOf(quietWorld(IN_VERSION_3, 1, '2'), 1000);
    const verdict = verifyReceipt(receipt!);
    expect(verdict).toMatchObject({ isRight: true, isBound: false, isOutdated: true });
    expect(isProvable(receipt!)).toBe(true);
    expect(verifyReceipt({ ...receipt!, price: '1' }).isRight).toBe(false);
  });

  test('of any shape has a verdict', () => {
    const nonsense = fc.oneof(
      fc.anything(),
      fc.record({ indexType: fc.constantFrom('MWA', 'GWA', 'LX', 'toString') }),
    );
    fc.assert(fc.property(nonsense, (any) => !verifyReceipt(any as never).isRight));
  });
});

describe('the consistency of parts of a receipt', () => {
  const all = [...receiptsOf(quietWorld(IN_VERSION_2, 2), 1)];
  const fieldsOf = (receipt: IndexReceipt) => verifyReceipt(receipt).differences.map(({ field }) => field);
  /** Not the first tick, so an earlier price of the asset is known. */
  const gwa = all.find(
    ({ indexType, markets = [], state }) =>
      indexType === 'GWA' &&
      markets.length > 3 &&
      markets[0]!.side === 'BASE' &&
      state.lastValue !== undefined,
  )!;
  const [first, ...others] = gwa.markets!;
  const withFirst = (change: object) => ({ ...gwa, markets: [{ ...first!, ...change }, ...others] });

  test('a market that takes part has a weight', () => {
    const { otherLn: _ln, impliedUsd: _usd, deviation: _deviation, residualBps: _bps, ...left } = first!;
    const forged = { ...gwa, markets: [{ ...left, weight: '0', share: '0' }, ...others] };
    expect(fieldsOf(forged)).toContain(`markets[${first!.market}].weight`);
  });

  test('a market weighs no more than its deviation allows, and that follows from its volume', () => {
    const deviation = String(Number(first!.deviation) / 2);
    expect(fieldsOf(withFirst({ deviation }))).toEqual([`markets[${first!.market}].deviation`]);
    const weight = String(Number(first!.weight) * 1000);
    expect(fieldsOf(withFirst({ weight }))).toContain(`markets[${first!.market}].weight`);
  });

  test('lines stand in their order, each once', () => {
    expect(fieldsOf({ ...gwa, markets: [...others, first!] })).toEqual(['markets']);
    expect(fieldsOf({ ...gwa, markets: [first!, first!, ...others] })).toEqual(['markets']);
  });

  test('a missing line is detected if it has a weight', () => {
    expect(verifyReceipt({ ...gwa, markets: others }).isRight).toBe(false);
    const mwa = all.find(({ exchanges = [] }) => exchanges.length > 3)!;
    const { isRight } = verifyReceipt({ ...mwa, exchanges: mwa.exchanges!.slice(1) });
    expect(isRight).toBe(false);
  });

  test('a liquid index has the id of its name', () => {
    const lx = all.find(({ name }) => name === 'ELX')!;
    expect(fieldsOf({ ...lx, name: 'BLX' })).toContain('indexId');
  });

  test('a name that is not text does not make it throw', () => {
    const odd = { ...gwa, markets: [{ ...gwa.markets![0]!, market: { toString: 1 } }] };
    expect(verifyReceipt(odd as never)).toMatchObject({ isRight: false, isChecked: true });
    const newer = { ...odd, methodology: '99' };
    expect(verifyReceipt(newer as never)).toMatchObject({ isRight: false, isChecked: false });
  });

  test('a field added by a newer service is ignored', () => {
    const newer = { ...gwa, colour: 'blue', markets: gwa.markets!.map((market) => ({ ...market, x: 1 })) };
    expect(verifyReceipt(newer)).toMatchObject({ isRight: true, differences: [] });
  });
});
