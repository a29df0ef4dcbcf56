import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidemark as Sdk } from '../../../sdk/src/node.ts';
import { MAIN, Tidemark, type RunningService } from '../../support/tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PATIENCE_MS = 900_000;

const processes = new Tidemark(afterAll);
let service: RunningService;
beforeAll(async () => {
  const switches = ['--compat', 'original', '--public-lookups', '--rapidapi', '--speed', '60'];
  service = await processes.serve([...switches, '--data', processes.newFolder()]);
}, PATIENCE_MS);

const environment = () => ({
  PATH: process.env['PATH'],
  HOME: processes.newFolder(),
  TIDEMARK_URL: service.baseUrl,
  PYTHONDONTWRITEBYTECODE: '1',
});

async function run(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const options = { cwd, env: environment(), timeout: PATIENCE_MS };
  return (await promisify(execFile)(program, args, options)).stdout;
}

test(
  'the SDK reads lists, empty lists, quantities, days and the stream',
  { timeout: PATIENCE_MS },
  async () => {
    const sdk = new Sdk({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
    expect(await sdk.asset('HBAR')).toMatchObject({ name: 'Hedera' });
    expect(await sdk.market('BTC_USD')).toMatchObject({ name: 'BTC_USD' });
    const found: unknown[] = [];
    for await (const tick of sdk.ticks('BTC_USD', {
      from: '2000-01-01T00:00:00Z',
      to: '2000-01-02T00:00:00Z',
    }))
      found.push(tick);
    expect(found).toEqual([]);
    const days: { readonly endTimestamp: string; readonly close: string }[] = [];
    for await (const day of sdk.days('BTC_USD', { from: Date.now() - 3 * 86_400_000 })) days.push(day);
    expect(days.length).toBeGreaterThan(0);
    for (const { endTimestamp, close } of days) {
      expect(endTimestamp).toMatch(/T00:00:00\.000Z$/);
      expect(close).toBeTypeOf('string');
    }
    const stream = sdk.stream();
    for await (const tick of stream.ticks('BTC_USD')) {
      expect(tick.price).toBeTypeOf('string');
      break;
    }
    await stream.close();
  },
);

test('the Python client', { timeout: PATIENCE_MS }, async () => {
  const program = `
from tidemark import Tidemark
with Tidemark() as client:
    print(client.price("BTC_USD") > 0, client.convert("BTC", "USD").rate > 0, client.market_caps(top=1)[0].symbol)
    print(client.exchange_tickers(market="BTC_USD")[0].last_moved is not None)
    for tick in client.stream("BTC_USD"):
        print(tick.price > 0)
        break
`;
  const printed = await run('/usr/bin/python3', ['-c', program], join(ROOT, 'examples', 'python'));
  expect(printed.split('\n').slice(0, 3)).toEqual([expect.stringMatching(/^True True \w+$/), 'True', 'True']);
});

test('the terminal', { timeout: PATIENCE_MS }, async () => {
  const tidemark = (...args: string[]) => run(process.execPath, [MAIN, ...args]);
  expect(await tidemark('price', 'BTC', '--url', service.baseUrl)).toMatch(/BTC/);
  const asset: unknown = JSON.parse(
    await tidemark('get', 'assets', '--symbol', 'HBAR', '--json', '--url', service.baseUrl),
  );
  expect(asset).toMatchObject({ name: 'Hedera' });
});
