import { afterAll, beforeAll, expect, test } from 'vitest';
import { StreamFuzz } from '../../fuzz/stream-fuzz.ts';
import { catalogue, series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

/** `npm run fuzz` sets these for a longer run, or to repeat one that failed. */
const MESSAGES = Number(process.env['FUZZ_MESSAGES'] ?? 20_000);
const SEED = process.env['FUZZ_SEED'] === undefined ? undefined : Number(process.env['FUZZ_SEED']);
const PATIENCE_MS_EACH = 10;
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';

let rig: StreamRig;
beforeAll(async () => {
  rig = await StreamRig.start({ traded: [{ exchangeId: KRAKEN, marketId: BTC_USD }] });
  for (let n = 1; n <= 5; n++) await rig.tick(T + n * SLOT_MS);
});
afterAll(() => rig.close());

test(
  `${MESSAGES} random messages leave the connection alive or closed with a documented code, and the server unharmed`,
  async () => {
    const token = await rig.token();
    const knowledge = {
      exchangeIds: [KRAKEN, ...catalogue.exchanges.slice(0, 3).map(({ id }) => id)],
      marketIds: [BTC_USD, ...catalogue.markets.slice(0, 3).map(({ id }) => id)],
      indexIds: series.series.filter((_series, n) => n % 60 === 0).map(({ indexId }) => indexId),
      marketNames: ['BTC_USD', 'ETH_USD', 'GST_USDT'],
      instants: [0, 2, 4, 9].map((n) => new Date(T + n * SLOT_MS).toISOString()),
    };
    const fuzz = new StreamFuzz({ wsUrl: rig.wsUrl, token: () => Promise.resolve(token), knowledge });
    const bystander = await rig.connect();
    bystander.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX' });
    await bystander.settled();
    await fuzz.run({ messages: MESSAGES, ...(SEED === undefined ? {} : { seed: SEED }) });
    expect(fuzz.sent).toBeGreaterThanOrEqual(MESSAGES);
    for (const what of [
      'PONG',
      'SUBSCRIBED_INDEX_TICKER',
      'INDEX_TICKER',
      'ERROR 400',
      'ERROR 404',
      'ERROR 413',
      'close 1002',
      'close 1007',
    ])
      expect([what, (fuzz.seen.get(what) ?? 0) > 0]).toEqual([what, true]);
    await rig.tick(T + 6 * SLOT_MS);
    expect((await bystander.settled()).map(({ name }) => name)).toEqual(['BLX', 'ELX', 'XRPLX']);
    while (rig.stream.connections > 1) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(rig.stream.subscriptions).toBe(1);
    expect(rig.logLines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  },
  60_000 + MESSAGES * PATIENCE_MS_EACH,
);
