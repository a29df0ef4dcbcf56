import { afterEach, expect, test } from 'vitest';
import { Tidemark as Sdk, type IndexTicker, type TidemarkStream } from '../../../sdk/src/node.ts';
import { CuttingProxy } from '../../support/cutting-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { Tidemark, type RunningService } from '../../support/tidemark-process.ts';

const PATIENCE_MS = 900_000;
/** Ticks arrive every half second. */
const SPEED = ['--speed', '60'];

const processes = new Tidemark();
const proxies: CuttingProxy[] = [];
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});

type Found = ReadonlyMap<string, readonly IndexTicker[]>;

/** Collects ticks by index until there are enough. */
async function read(
  stream: TidemarkStream,
  selection: Parameters<TidemarkStream['ticks']>[0],
  isEnough: (found: Found, count: number) => boolean,
): Promise<Found> {
  const found = new Map<string, IndexTicker[]>();
  let count = 0;
  for await (const tick of stream.ticks(selection)) {
    found.set(tick.indexId, [...(found.get(tick.indexId) ?? []), tick]);
    if (isEnough(found, ++count)) break;
  }
  return found;
}

/** The ticks are equal to those of REST from the first to the last of them. */
async function expectWhole(sdk: Sdk, found: Found): Promise<void> {
  for (const ticks of found.values()) {
    const [first, last] = [ticks[0]!, ticks.at(-1)!];
    const range = { from: first.timestamp, to: Date.parse(last.timestamp) + 1 };
    const stored: IndexTicker[] = [];
    for await (const tick of sdk.ticks(first.indexId, range)) stored.push(tick);
    expect(ticks).toEqual(stored);
  }
}

const clientOf = ({ baseUrl, wsUrl }: RunningService, more: object = {}) =>
  new Sdk({ url: baseUrl, clientId: 'demo', clientSecret: 'demo', streamAudience: wsUrl, ...more });

test(
  'a service that is killed and restarts later, or days later: no tick is missing, none comes twice',
  async () => {
    const [port, data] = [String(await freePort()), processes.newFolder()];
    const serve = (start: string) =>
      processes.serve([...SPEED, '--start', start, '--port', port, '--data', data]);
    let running = Promise.resolve(await serve('2026-03-01T12:00:05Z'));
    const later = ['2026-03-01T14:00:05Z', '2026-03-04T12:00:05Z'];
    const sdk = clientOf(await running, { random: () => 0.1 });
    const stream = sdk.stream();
    const restart = async (start: string) => {
      const { kill, ended } = await running;
      kill('SIGKILL');
      await ended;
      return serve(start);
    };
    let next = 12;
    const found = await read(stream, ['BTC', 'BTC_USD', 'BLX'], (_, count) => {
      if (count < next) return false;
      next += 12;
      const start = later.shift();
      if (start === undefined) return true;
      running = restart(start);
      return false;
    });
    await running;
    expect([found.size, stream.state.reconnects]).toEqual([3, 2]);
    await expectWhole(sdk, found);
    const days = [...found.values()].flat().map(({ timestamp }) => timestamp.slice(0, 10));
    expect(new Set(days)).toEqual(new Set(['2026-03-01', '2026-03-04']));
  },
  PATIENCE_MS,
);

test(
  'a connection with a whole type and one index of it that is cut repeatedly: the same',
  async () => {
    const service = await processes.serve([...SPEED, '--data', processes.newFolder()]);
    const proxy = await CuttingProxy.listen(service.port);
    proxies.push(proxy);
    const sdk = clientOf(service, { wsUrl: proxy.url, random: () => 0.1 });
    const stream = sdk.stream({ queueSize: 4 });
    const ofType = read(stream, { indexType: 'LX' }, (_, count) => {
      if (count % 9 === 0) proxy.cut();
      return count >= 45;
    });
    // One of them has that type.
    const ofSome = read(stream, ['BLX', 'BTC'], (_, count) => count >= 30);
    const [whole, some] = await Promise.all([ofType, ofSome]);
    expect([whole.size, some.size]).toEqual([3, 2]);
    expect(stream.state.reconnects).toBeGreaterThanOrEqual(2);
    await expectWhole(sdk, whole);
    await expectWhole(sdk, some);
  },
  PATIENCE_MS,
);
