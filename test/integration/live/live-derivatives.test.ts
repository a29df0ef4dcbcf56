import { afterAll, beforeAll, expect, test } from 'vitest';
import { DERIVATIVE_TYPES, type DerivativeContract } from '../../../src/core/contract.ts';
import { formatDatetime, SLOT_MS } from '../../../src/core/time.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import {
  DERIVATIVES,
  derivativesProfileOf,
} from '../../../src/sources/live/settings/derivatives-profiles.ts';
import { ContractWorld, layoutsWithContracts } from '../../support/rig/contracts/contract-rig.ts';
import type { RigContract } from '../../support/rig/contracts/rig-contract.ts';
import { BAD_GATEWAY } from '../../support/rig/faults.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { startService, type TestService } from '../../support/service.ts';
import { Tidemark } from '../../support/tidemark-process.ts';
import { RIG_EXCHANGES } from '../../support/rig/layouts.ts';

// The whole service on live exchanges whose derivatives are those of the simulated world, in the machine's time.

type Shown = Readonly<Record<string, string>>;

const began = Date.now();
const wellKnown = new WellKnown();
const spot = new RigWorld({ size: 'small' });
const world = new ContractWorld('small');
const standing = new Map(Object.keys(DERIVATIVES).map((key) => [key, world.contractsOf(key, began)]));
const tidemark = new Tidemark();
/** Fails all the time. */
const FAILING = 'krakenfutures';

let rig: Rig;
let service: TestService;

beforeAll(async () => {
  rig = await Rig.start(layoutsWithContracts((key) => standing.get(key) ?? []));
  for (const key of RIG_EXCHANGES) rig.set(key, spot.instrumentsOf(key, began));
  rig.fault(FAILING, BAD_GATEWAY);
  service = await startService({
    argv: [
      '--source',
      'live',
      '--exchanges',
      RIG_EXCHANGES.join(),
      '--exchange-gateway',
      rig.gateway,
      '--demo',
    ],
  });
});

afterAll(async () => {
  await service.close();
  await rig.close();
});

async function listed(path: string): Promise<readonly Shown[]> {
  const response = await service.get(path);
  return response.status === 200 ? ((await response.json()) as { content: readonly Shown[] }).content : [];
}

const exchangeIdOf = (key: string) => derivativesProfileOf(key, wellKnown).id;

/** Types of the exchange; options of Binance are not read. */
function expected(key: string, type: string): RigContract[] {
  if (DERIVATIVES[key]?.name === 'Binance' && type === 'options') return [];
  return (standing.get(key) ?? []).filter(({ contract }) => contract.type === type);
}

/** A busy machine may miss cycles. */
const PATIENCE_MS = 8 * SLOT_MS;

/** All types of an exchange, once it has tickers and their values in dollars, which need rates of the spot markets. */
async function tickersOf(key: string): Promise<readonly Shown[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const all = await Promise.all(
      DERIVATIVE_TYPES.map((type) =>
        listed(`/v3/derivatives/ticker/${type}?exchangeId=${exchangeIdOf(key)}`),
      ),
    );
    const wanted = DERIVATIVE_TYPES.reduce((sum, type) => sum + expected(key, type).length, 0);
    const valued = all.flat().filter(({ volumeUsd }) => volumeUsd !== undefined);
    if (valued.length >= wanted || Date.now() > deadline) return all.flat();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const KEYS = Object.keys(DERIVATIVES).filter((key) => key !== FAILING && key !== 'binancecoinm');

test.each(KEYS)('serves the contracts and tickers of %s unchanged', async (key) => {
  const tickers = new Map((await tickersOf(key)).map((ticker) => [ticker['contractId'], ticker]));
  const symbols = new Map((await listed('/v3/asset')).map(({ id, symbol }) => [id, symbol]));
  const names = new Map(
    (await listed('/v3/market')).map(({ id, baseAssetId, quoteAssetId }) => [
      id,
      `${symbols.get(baseAssetId)}_${symbols.get(quoteAssetId)}`,
    ]),
  );
  for (const type of DERIVATIVE_TYPES) {
    const path = `/v3/derivatives/contract/${type}?exchangeId=${exchangeIdOf(key)}`;
    const contracts = new Map((await listed(path)).map((contract) => [contract['id'], contract]));
    expect(contracts.size, type).toBe(expected(key, type).length);
    for (const { contract, tick, base, quote } of expected(key, type)) {
      const { marketId, ...shown } = contracts.get(contract.id) ?? {};
      expect(shown, contract.exchangeName).toEqual(termsOf(contract));
      expect(names.get(marketId), contract.exchangeName).toBe(`${base}_${quote}`);
      checkTicker(tickers.get(contract.id), tick, contract.exchangeName);
    }
  }
});

/** As clients see them, except for the market: assets that are not well known get their id from live exchanges. */
function termsOf(contract: DerivativeContract): object {
  const { type: _type, marketId: _marketId, ...terms } = contract;
  if (!('expiration' in terms)) return terms;
  const { listing, expiration } = terms;
  return { ...terms, listing: formatDatetime(listing), expiration: formatDatetime(expiration) };
}

/** Dollar values use our own rates, which are near the true ones. */
function checkTicker(shown: Shown | undefined, tick: RigContract['tick'], what: string): void {
  const { price, volume, bid, ask, openInterest, volumeUsd, openInterestUsd } = shown ?? {};
  expect([price, bid, ask], what).toEqual([tick.price, tick.bid, tick.ask]);
  expect(Number(volume), what).toBeCloseTo(Number(tick.volume), 6);
  expect(Math.abs(Number(volumeUsd) - Number(tick.volumeUsd)), what).toBeLessThanOrEqual(
    0.01 + 0.005 * Number(tick.volumeUsd),
  );
  if (openInterest === undefined) return expect(openInterestUsd).toBeUndefined();
  expect(Number(openInterest), what).toBeCloseTo(Number(tick.openInterest), 6);
  expect(Math.abs(Number(openInterestUsd) - Number(tick.openInterestUsd)), what).toBeLessThanOrEqual(
    0.01 + 0.005 * Number(tick.openInterestUsd),
  );
}

test('a failing interface affects neither spot markets nor other derivatives, and is reported', async () => {
  const { code, stdout } = await tidemark.run(['sources', 'status', '--data', service.folder]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^derivatives +state +age +read +failed +left out +why$/m);
  expect(stdout).toMatch(/^krakenfutures +failing(?:, resting)? +- +- +\d+ +(?:-|\d+) +server-error \d+$/m);
  for (const key of KEYS) expect(stdout).toMatch(new RegExp(`^${key} +answering +\\d+ s +\\d+ `, 'm'));
  const spotRows = stdout.split('\n\n')[0] ?? '';
  expect(spotRows.match(/ answering /g)).toHaveLength(RIG_EXCHANGES.length);
  expect(spotRows).not.toMatch(/Deribit|BitMEX/);
  const ready = (await (await fetch(`${service.baseUrl}/readyz`)).json()) as { exchanges: unknown };
  expect(ready.exchanges).toEqual({ answering: RIG_EXCHANGES.length, failing: 0, waiting: 0 });
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/tidemark_derivatives_readings\{exchange="okx",outcome="read"\} [1-9]/);
  expect(metrics).toMatch(
    /tidemark_derivatives_reading_failures\{exchange="krakenfutures",kind="server-error"\} [1-9]/,
  );
});

test('an exchange with only derivatives is listed without markets', async () => {
  const exchanges = await listed('/v3/exchange');
  const byName = new Map(exchanges.map((exchange) => [exchange['name'], exchange]));
  expect(byName.get('BitMEX')).toMatchObject({ id: exchangeIdOf('bitmex'), status: 'ACTIVE', markets: [] });
  expect(byName.get('Deribit')).toMatchObject({ id: exchangeIdOf('deribit'), status: 'ACTIVE', markets: [] });
  expect(exchanges.filter(({ name }) => name === 'Binance' || name === 'Kraken')).toHaveLength(2);
});
