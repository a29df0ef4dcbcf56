import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tidemark } from '../../../sdk/src/node.ts';
import { distrust, Pins, verifyHead } from '../../../sdk/src/verify/index.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let tidemark: Tidemark;

beforeAll(async () => {
  service = await startService();
  tidemark = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
});
afterAll(() => service?.close());

describe('a running service', () => {
  test('sends a correct stream, as checked by a client that distrusts it', async () => {
    const pins = new Pins();
    const options = { verify: 1, pins, keys: () => tidemark.integrityKeys() };
    const seen = new Set<string>();
    const ticks = tidemark.stream().ticks(['BTC', 'BTC_USD', 'BLX']);
    for await (const { indexType, price } of distrust(tidemark, ticks, options)) {
      expect(Number(price)).toBeGreaterThan(0);
      seen.add(indexType);
      if (seen.size === 3) break;
    }
    expect(seen).toEqual(new Set(['MWA', 'GWA', 'LX']));
    // At least for the head; receipts of its slot name the same record.
    expect(pins.toJSON().length).toBeGreaterThan(0);
  });

  test('has signed its head', async () => {
    const head = await tidemark.head();
    const keys = await tidemark.integrityKeys();
    expect(await verifyHead(head, keys)).toEqual({ isRight: true, isChecked: true });
  });
});
