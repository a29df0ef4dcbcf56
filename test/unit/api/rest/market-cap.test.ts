import { expect, test } from 'vitest';
import { marketCapRoutes, type MarketCapParts } from '../../../../src/api/rest/market-cap.ts';
import { PreparedAnswer } from '../../../../src/latest/prepared-answer.ts';

const AT = Date.parse('2026-03-01T00:00:00Z');

test('market caps with changes are fresh from the moment on at which they are ready, and not at all while changes are not known', async () => {
  let now = AT + 5000;
  let isKnown = true;
  const prepared = PreparedAnswer.ofJson('{"content":[]}');
  const [route] = marketCapRoutes({
    marketCaps: { at: AT, of: () => prepared },
    marketCapsWithChanges: {
      answer: async () => {
        now += 10_000;
        return { prepared, isKnown };
      },
    },
    marketSpeed: 1,
    versions: {},
    indexTickers: {},
  } as unknown as MarketCapParts);
  const ask = async (query: object) =>
    route!.handle({ query, marketTime: now, marketNow: () => now } as never);
  expect(await ask({})).toMatchObject({ maxAgeSeconds: 25 });
  expect(await ask({ percentChange: true })).toMatchObject({ maxAgeSeconds: 15 });
  isKnown = false;
  expect(await ask({ percentChange: true })).toMatchObject({ maxAgeSeconds: 0 });
});
