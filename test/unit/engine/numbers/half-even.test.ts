import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, lowest } from '../../../../src/core/numbers/decimal.ts';
import { formatHundredths } from '../../../../src/engine/numbers/half-even.ts';

test('hundredths are written as plain decimals without trailing zeros, whatever their size', () => {
  const near = (power: bigint) => fc.bigInt({ min: 2n ** power - 100_000n, max: 2n ** power + 100_000n });
  const amounts = fc.oneof(fc.bigInt({ min: -20_000n, max: 20_000n }), near(50n), near(53n), near(90n));
  fc.assert(
    fc.property(amounts, (hundredths) => {
      expect(formatHundredths(hundredths)).toBe(formatDecimal(lowest(hundredths, 2)));
    }),
    { numRuns: 2000 },
  );
});
