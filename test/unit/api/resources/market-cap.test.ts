import { expect, test } from 'vitest';
import { marketCapRoutes, type MarketCapParts } from '../../../../src/api/resources/market-cap.ts';
import { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';
import { anAsker } from '../../../support/asker.ts';

const AT = Date.parse('2026-03-01T00:00:00Z');

test('the freshness of market caps with changes counts from when they are ready, and is zero while changes are unknown', async () => {
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
    route!.handle({ query, marketTime: now, marketNow: () => now, asker: anAsker } as never);
  expect(await ask({})).toMatchObject({ maxAgeSeconds: 25 });
  expect(await ask({ percentChange: true })).toMatchObject({ maxAgeSeconds: 15 });
  isKnown = false;
  expect(await ask({ percentChange: true })).toMatchObject({ maxAgeSeconds: 0 });
});

test('the total is served until it is too old, and not if there is none', async () => {
  const total = PreparedAnswer.ofJson('{}');
  const ask = (marketCaps: object, marketTime: number) => {
    const parts = { marketCaps, marketSpeed: 1, versions: {}, indexTickers: {} };
    const route = marketCapRoutes(parts as unknown as MarketCapParts).find(
      ({ path }) => path === '/market-cap/total',
    );
    return async () => route!.handle({ query: {}, marketTime } as never);
  };
  expect(await ask({ at: AT, total }, AT + 5000)()).toEqual({ prepared: total, maxAgeSeconds: 25 });
  await expect(ask({ at: AT, total }, AT + 301_000)()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(ask({ at: AT, total: undefined }, AT)()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});
