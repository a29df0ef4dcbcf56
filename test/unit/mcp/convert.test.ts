import { expect, test } from 'vitest';
import { Refusal, type McpService } from '../../../src/mcp/service.ts';
import { convert } from '../../../src/mcp/tools/convert.ts';

const NOW = '2026-03-01T12:00:05.000Z';

/** A service whose prices have these times. `moves`: each is of a later time when it is read again. */
function serviceWith(times: Readonly<Record<string, string>>, moves = false): McpService {
  let reads = 0;
  return {
    read: (operation: string, { symbol, indexId }: { symbol?: string; indexId?: string }) => {
      if (operation === 'convert') return Promise.resolve({ body: { amount: '2', rate: '2' } });
      const name = symbol ?? indexId ?? '';
      if (!times[name]) return Promise.resolve({ body: { content: [] } });
      const timestamp = moves ? new Date(Date.parse(times[name]) + reads++).toISOString() : times[name];
      const record = { id: 'x', indexId: name, indexType: 'GWA', price: '1', volume: '1', timestamp };
      return Promise.resolve({ body: { content: [record] } });
    },
    now: () => Promise.resolve(Date.parse(NOW)),
  } as unknown as McpService;
}

const CURRENT = '2026-03-01T12:00:00.000Z';

test('a conversion is as old as the older of its prices', async () => {
  const service = serviceWith({ BTC: CURRENT, EUR: '2026-03-01T11:56:00.000Z' });
  const { time } = await convert.answer({ from: 'BTC', to: 'EUR' }, service);
  expect(time).toBe('2026-03-01T11:56:00.000Z');
});

test('a price older than five minutes is not converted with', async () => {
  const service = serviceWith({ BTC: CURRENT, EUR: '2026-02-28T16:00:00.000Z' });
  const asked = convert.answer({ from: 'BTC', to: 'EUR' }, service);
  await expect(asked).rejects.toThrow(Refusal);
  await expect(asked).rejects.toThrow('2026-02-28T16:00:00.000Z');
});

test('prices of different ticks are not shown beside a rate', async () => {
  const asked = convert.answer({ from: 'BTC', to: 'EUR' }, serviceWith({ BTC: CURRENT, EUR: CURRENT }, true));
  await expect(asked).rejects.toThrow('ask again');
});
