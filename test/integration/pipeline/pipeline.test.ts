import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ argv: ['--start', '2026-03-01T12:00:05Z', '--speed', '500'] });
});
afterAll(() => service.close());

async function refreshAt(): Promise<number> {
  const { content } = (await (await service.get('/v3/exchange-ticker?size=1')).json()) as {
    content: { timestamp: string }[];
  };
  return Date.parse(content[0]?.timestamp ?? '');
}

test('refreshes continue, each on the grid, and the service stays ready', async () => {
  const first = await refreshAt();
  let last = first;
  while (last < first + 10 * 30_000) {
    const next = await refreshAt();
    expect(next % 30_000).toBe(0);
    expect(next).toBeGreaterThanOrEqual(last);
    last = next;
  }
  expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
});
