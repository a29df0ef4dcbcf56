import { expect, test } from 'vitest';
import { startService, type TestService } from '../service.ts';
import { STANDING_WORLD } from '../standing-world.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const DAY_OF_TICKS = 2880;

interface Page {
  readonly content: readonly { readonly id: string; readonly timestamp: string; readonly flags?: string[] }[];
  readonly nextId?: string;
}

async function pages(service: TestService, headers: Record<string, string>) {
  const seen: Page['content'][number][] = [];
  const from = `/v3/index-ticker?indexId=${BTC_USD}&size=400&timestamp=${STANDING_WORLD.slot}`;
  for (let next: string | undefined = ''; next !== undefined;) {
    const after: string = next === '' ? '' : `&startAfter=${next}`;
    const page = (await (await service.get(from + after, headers)).json()) as Page;
    seen.push(...page.content);
    next = page.nextId;
  }
  return seen;
}

test('a client that follows nextId sees every record once while history is filled in behind it', async () => {
  const service = await startService({ argv: [...STANDING_WORLD.argv, '--backfill', '1d'] });
  try {
    const headers = { authorization: `Bearer ${await service.token()}` };
    const day = await (await service.get(`/v3/ohlcv?indexId=${BTC_USD}`, headers)).json();
    expect(day).toMatchObject({ content: [{ startTimestamp: '2026-02-28T00:00:00.000Z' }] });
    const caps = (await (await service.get('/v3/market-cap?percentChange=true', headers)).json()) as {
      content: { pricePercentChange?: Record<string, string> }[];
    };
    expect(Object.keys(caps.content[0]?.pricePercentChange ?? {})).toEqual([
      'change24h',
      'change7d',
      'change30d',
    ]);
    let seen = await pages(service, headers);
    while (seen.length < DAY_OF_TICKS * 1.5) {
      const times = seen.map(({ timestamp }) => timestamp);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      seen = await pages(service, headers);
    }
    // From midnight of the day before up to noon: every slot is there.
    expect(seen.length).toBe(DAY_OF_TICKS * 1.5);
    expect(seen.slice(1).every(({ flags }) => flags?.includes('MODELLED'))).toBe(true);
    const metrics = await (await service.get('/metrics', headers)).text();
    expect(metrics).toMatch(/^tidemark_backfill_points [1-9]/m);
  } finally {
    await service.close();
  }
}, 180_000);
