import { expect, test } from 'vitest';
import { exchangeRow } from '../../../web/src/views/exchanges/exchange-list.tsx';
import { ExchangeReadings } from '../../../web/src/views/exchanges/exchange-readings.ts';
import { FakeService, json, refused, rejection } from '../sdk/fake-service.ts';

const { signal } = new AbortController();
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds)).toISOString();
const quality = (seconds: number) => ({
  exchangeId: 'exchange-1',
  name: 'Kraken',
  timestamp: at(seconds),
  listings: '2',
  accepted: '2',
  volumeShare: '1',
  hours: [],
});

test('deliveries of an exchange are requested again with its quality', async () => {
  const service = new FakeService();
  const source = new ExchangeReadings(service.client(), true);
  const rows = [];
  for (const [seconds, state] of [
    [30, 'reading'],
    [60, 'failing'],
  ] as const) {
    service.on('/quality/exchange', () => json({ content: [quality(seconds)] }));
    service.on('/status', () =>
      json({ sources: { exchanges: [{ exchange: 'Kraken', state, lastDelivery: at(seconds - 4) }] } }),
    );
    const { qualities, readings } = await source.now(signal);
    rows.push(exchangeRow(qualities[0]!, undefined, readings.get('Kraken')));
  }
  expect(rows.map(({ ageMs, isFailing }) => [ageMs, isFailing])).toEqual([
    [4000, false],
    [4000, true],
  ]);
});

test('a client that is not an operator is refused once, a visitor never', async () => {
  const service = new FakeService();
  service.on('/quality/exchange', () => json({ content: [quality(30)] }));
  service.on('/status', () => refused(403, 'FORBIDDEN'));
  const source = new ExchangeReadings(service.client(), true);
  await source.now(signal);
  expect((await source.now(signal)).readings.size).toBe(0);
  expect(service.to('/status')).toHaveLength(1);
  await new ExchangeReadings(service.client(), false).now(signal);
  expect(service.to('/status')).toHaveLength(1);
});

test('another error is reported, not treated as a refusal', async () => {
  const service = new FakeService();
  service.on('/quality/exchange', () => json({ content: [] }));
  service.on('/status', () => refused(400, 'BAD_REQUEST'));
  const source = new ExchangeReadings(service.client(), true);
  expect(await rejection(source.now(signal))).toMatchObject({ httpStatus: 400 });
});
