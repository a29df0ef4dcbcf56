import { afterAll, beforeAll, expect, test } from 'vitest';
import { RestFuzz } from '../../fuzz/rest-fuzz.ts';
import { startService, type TestService } from '../../support/service.ts';

/** `npm run fuzz` sets these for a run of a million requests, or to repeat one that failed. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5000);
const SEED = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED']);
/** Far more than a request takes. */
const PATIENCE_MS_EACH = 20;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test(
  `${REQUESTS} random requests are all answered as documented`,
  async () => {
    const fuzz = await RestFuzz.of(service);
    await fuzz.run({ requests: REQUESTS, ...(SEED === undefined ? {} : { seed: SEED }) });
    const answered = [...fuzz.statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(answered).toBeGreaterThanOrEqual(REQUESTS);
    for (const status of [200, 204, 304, 400, 401, 403, 404, 405, 413, 415, 431]) {
      expect([status, fuzz.statuses.get(status) ?? 0]).toEqual([
        status,
        expect.toSatisfy((count: number) => count > 0),
      ]);
    }
    const health = await fetch(`${service.baseUrl}/healthz`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    expect(service.logLines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  },
  60_000 + REQUESTS * PATIENCE_MS_EACH,
);
