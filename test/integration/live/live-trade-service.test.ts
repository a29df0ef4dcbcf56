import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDecimal } from '../../../src/core/numbers/decimal.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient, type StreamMessage } from '../../support/stream-client.ts';
import { STREAMS } from '../../support/rig/stream/stream-rig.ts';
import { TradingRig } from '../../support/rig/stream/trading-rig.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

// The whole service with its collector process, against the rig as its gateway, which accepts no sockets: trades are polled. Live
// data uses the machine's time, so this waits for the first slots like an operator.

const EXCHANGES = STREAMS.map(({ id }) => id);
const BASES = ['BTC', 'ETH', 'XRP'];
const MARKETS = BASES.flatMap((base) => ['USD', 'EUR', 'GBP'].map((quote) => ({ base, quote })));

let rig: TradingRig;
let service: TestService;
let trading: NodeJS.Timeout;
/** A market that is not a constituent of an index. */
let wanted: string;
const tidemark = new Tidemark();

beforeAll(async () => {
  rig = await TradingRig.start();
  const began = Date.now();
  for (const key of EXCHANGES) rig.rest.set(key, rig.world.instrumentsOf(key, began));
  const other = rig.world
    .instrumentsOf('kraken', began)
    .find(({ base, active }) => active && !BASES.includes(base))!;
  wanted = `${other.base}_${other.quote}`;
  trading = setInterval(() => {
    rig.tape.trade('kraken', other, Date.now());
    for (const key of EXCHANGES) for (const market of MARKETS) rig.tape.trade(key, market, Date.now());
  }, 1000);
  service = await startService({
    argv: [
      '--source=live',
      `--exchanges=${EXCHANGES.join(',')}`,
      '--demo',
      `--exchange-gateway=${rig.rest.gateway}`,
      `--trade-markets=kraken:${wanted},kraken:NO_USD`,
    ],
  });
});

afterAll(async () => {
  clearInterval(trading);
  await service.close();
  await rig.close();
});

interface LxTick {
  readonly id: string;
  readonly indexId: string;
  readonly tickVolume?: string;
}

interface LxReceipt {
  readonly tickVolume: string;
  readonly constituents: readonly {
    readonly source: string;
    readonly trades: readonly { readonly tradeId: string; readonly amount: string; readonly price: string }[];
  }[];
}

/** A tick of bitcoin's liquid index that counts trades. */
async function tickWithTrades(): Promise<LxTick> {
  const deadline = Date.now() + 8 * SLOT_MS;
  for (;;) {
    const response = await service.get(`/v3/index-ticker?indexId=${LX_INDICES.BLX}`);
    const { content = [] } = (await response.json()) as { content?: readonly LxTick[] };
    const found = content.find(({ tickVolume = '0' }) => Number(tickVolume) > 0);
    if (found) return found;
    if (Date.now() > deadline) throw new Error('no tick counts trades');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const unitsOf = (amount: string) => {
  const { units, scale } = parseDecimal(amount)!;
  return units * 10n ** BigInt(8 - scale);
};

test('trades of live exchanges are sent on arrival, counted by liquid indices and shown in receipts', async () => {
  const client = await StreamClient.open(
    `${service.baseUrl.replace('http', 'ws')}?access_token=${await service.token({ audience: service.baseUrl.replace('http', 'ws') })}`,
  );
  const { content } = (await (await service.get('/v3/exchange?name=Kraken')).json()) as {
    content: readonly { id: string }[];
  };
  const exchangeId = content[0]?.id;
  expect(await client.ask({ event: 'SUBSCRIBE_TRADE', exchangeId })).toMatchObject({
    event: 'SUBSCRIBED_TRADE',
  });
  const tick = await tickWithTrades();
  const sent: StreamMessage[] = [];
  // The market in the settings is added to the constituents; markets are polled in turn, so it may be the last of them.
  while (sent.length < 40 || !sent.some((trade) => trade['marketName'] === wanted))
    sent.push(await client.next());
  client.close();
  expect(new Set(sent.map(({ event }) => event))).toEqual(new Set(['TRADE']));
  const ofMarket = sent.map((trade) => `${String(trade['marketId'])} ${String(trade['tradeId'])}`);
  expect(new Set(ofMarket).size).toBe(sent.length);
  const onTape = new Map(rig.tape.of('kraken').map((trade) => [String(trade.id), trade]));
  for (const trade of sent)
    expect(trade).toMatchObject({
      price: onTape.get(String(trade['tradeId']))?.price,
      amount: onTape.get(String(trade['tradeId']))?.amount,
    });

  const receipt = (await (await service.get(`/v3/index-ticker/${tick.id}/constituents`)).json()) as LxReceipt;
  const counted = receipt.constituents.flatMap(({ trades }) => trades);
  expect(receipt.constituents.some(({ source }) => source === 'TRADES')).toBe(true);
  const sum = counted.reduce((total, { amount }) => total + unitsOf(amount), 0n);
  expect(sum).toBe(unitsOf(receipt.tickVolume));
  expect(unitsOf(tick.tickVolume ?? '0')).toBe(sum);
});

test('the operator sees how trades arrive, and a warning about a market that is not listed', async () => {
  const { stdout } = await tidemark.run(['sources', 'status', '--data', service.folder]);
  expect(stdout).toMatch(/^trades of +read by +delivered +late +known +dropped +refused +failures$/m);
  expect(stdout).toMatch(/^Kraken +polled +[1-9]\d* +\d+ +\d+ +0 +0 +refused \d+$/m);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/tidemark_source_trade_feed\{exchange="Kraken",way="polled"\} 1/);
  expect(metrics).toMatch(/tidemark_source_trades\{exchange="Kraken",outcome="delivered"\} [1-9]/);
  const warnings = service.logLines.filter((line) => line.includes('is not listed'));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('kraken:NO_USD');
});
