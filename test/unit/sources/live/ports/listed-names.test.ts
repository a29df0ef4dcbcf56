import { describe, expect, test } from 'vitest';
import { isAssetCode, usableList } from '../../../../../src/sources/live/ports/listed-names.ts';

describe('the code of an asset', () => {
  test.each(['BTC', '1000PEPE', '币安人生', '$MYRO', 'stETH', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'])(
    'may be %s',
    (code) => expect(isAssetCode(code)).toBe(true),
  );

  test.each([undefined, null, 7, '', ' ', 'B C', 'B\u0000', 'B\u200b', 'B\ud800', 'B'.repeat(65)])(
    'is not %j',
    (code) => expect(isAssetCode(code)).toBe(false),
  );
});

describe('a list', () => {
  const good = { symbol: 'BTC/USD', base: 'BTC', quote: 'USD', active: true };

  test('is the same where each of its rows can be meant', () => {
    const list = { markets: [good], currencies: [{ code: 'BTC', name: 'Bitcoin' }], raw: {} };
    expect(usableList(list)).toBe(list);
  });

  test('loses the rows that cannot', () => {
    const bad = { ...good, base: undefined as unknown as string };
    const list = {
      markets: [bad, good, { ...good, settle: '' }],
      currencies: [{ code: 'BTC', name: 'x'.repeat(5000) }, { code: 'USD' }],
      raw: 7,
    };
    expect(usableList(list)).toEqual({ markets: [good], currencies: [{ code: 'USD' }], raw: 7 });
  });
});
