import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { SECOND_MS } from '../../../src/core/time.ts';
import type { ContractsApi } from '../../../src/sources/live/ports/contracts-api.ts';
import { openContractsApis } from '../../../src/sources/live/collect/open-contracts.ts';
import { DERIVATIVES } from '../../../src/sources/live/settings/derivatives-profiles.ts';
import type { FailureKind } from '../../../src/sources/live/ports/poll-failure.ts';
import { ContractWorld, layoutsWithContracts } from '../../support/rig/contracts/contract-rig.ts';
import { isInverse, type RigContract } from '../../support/rig/contracts/rig-contract.ts';
import * as faults from '../../support/rig/faults.ts';
import { rigHttp } from '../../support/rig/rig-http.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { Rig } from '../../support/rig/rig.ts';

// The production code that reads derivatives, against exchanges of the rig with the derivatives of the simulated world.

const AT = Date.UTC(2026, 10, 16, 12);
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);
const world = new ContractWorld('small');
const contracts = new Map(Object.keys(DERIVATIVES).map((key) => [key, world.contractsOf(key, AT)]));
const contractsOf = (key: string) => contracts.get(key) ?? [];

let rig: Rig;
let dispatcher: Dispatcher;

beforeAll(async () => {
  rig = await Rig.start(layoutsWithContracts(contractsOf));
  dispatcher = rigDialler(rig.port);
});

afterAll(async () => {
  await dispatcher.destroy();
  await rig.close();
});

async function open(key: string, deadlineMs = 20 * SECOND_MS): Promise<ContractsApi> {
  const http = rigHttp(dispatcher, { deadlineMs, maxBytes: 1 << 23 });
  const onUnusable = (_: string, reason: string) => expect.fail(reason);
  const [api] = await openContractsApis([key], { of: () => http }, new SystemClock(), onUnusable);
  return api!;
}

/** The exchange's derivatives on this interface. */
function standing(key: string): RigContract[] {
  const all = contractsOf(key);
  if (!key.startsWith('binance')) return all;
  return all.filter(
    (each) => each.contract.type !== 'options' && isInverse(each) === (key === 'binancecoinm'),
  );
}

describe.each(Object.keys(DERIVATIVES))('derivatives of %s', (key) => {
  beforeEach(() => rig.fault(key, undefined));

  test('are read with their terms', async () => {
    const expected = standing(key);
    expect(expected.length).toBeGreaterThan(5);
    const { markets } = await (await open(key)).markets(NEVER);
    expect(markets.map(({ symbol }) => symbol).toSorted()).toEqual(
      expected.map(({ contract }) => contract.exchangeName).toSorted(),
    );
    const byName = new Map(markets.map((market) => [market.symbol, market]));
    for (const { contract, base, quote } of expected) {
      const listed = byName.get(contract.exchangeName)!;
      expect(listed, contract.exchangeName).toMatchObject({
        type: contract.type,
        base,
        quote,
        settle: contract.settlementCurrency,
        value: contract.contractValue,
        active: true,
      });
      expect(listed.valuedIn === 'base' ? base : quote).toBe(contract.valueCurrency);
      if (contract.type === 'perpetuals') expect(listed.expiration).toBeUndefined();
      else expect(listed).toMatchObject({ listing: contract.listing, expiration: contract.expiration });
      if (contract.type === 'options')
        expect(listed).toMatchObject({ optionType: contract.optionType, strike: contract.optionStrike });
    }
  });

  test('are read with every number from the exchange', async () => {
    const api = await open(key);
    const list = await api.markets(NEVER);
    const readings = new Map((await api.tickers(list, NEVER)).map((each) => [each.symbol, each]));
    for (const { contract, tick, quote } of standing(key)) {
      const reading = readings.get(contract.exchangeName)!;
      const what = `${contract.exchangeName} ${JSON.stringify(reading)}`;
      expect([reading.last, reading.bid, reading.ask], what).toEqual([tick.price, tick.bid, tick.ask]);
      near(reading.volume, tick.volume, what);
      near(reading.openInterest, key.startsWith('binance') ? undefined : tick.openInterest, what);
      near(reading.markPrice, tick.markPrice === '0' ? undefined : tick.markPrice, what);
      // Deribit returns indices one by one, so only those in dollars are requested. A market has one index, which contracts of
      // the simulated world round differently.
      const index = key === 'deribit' && quote !== 'USD' ? undefined : tick.indexPrice;
      near(reading.indexPrice, index, what, 1e-6);
      near(reading.fundingRate, tick.fundingRate, what);
    }
    expect(rig.unanswered).toEqual([]);
  });

  test.each<[FailureKind, faults.RigFault]>([
    ['server-error', faults.BAD_GATEWAY],
    ['rate-limited', faults.tooManyRequests(7)],
    ['not-from-here', faults.LEGAL_REASONS],
    ['redirect', faults.redirect('https://elsewhere.invalid/')],
    ['empty', faults.EMPTY_BODY],
    ['not-json', faults.HTML_AS_ANSWER],
    ['not-json', faults.TRUNCATED_JSON],
    ['reset', faults.CONNECTION_RESET],
  ])('fail as %s, and are read again afterwards', async (kind, fault) => {
    const api = await open(key);
    const list = await api.markets(NEVER);
    rig.fault(key, fault);
    await expect(api.markets(NEVER), fault.name).rejects.toMatchObject({ kind });
    await expect(api.tickers(list, NEVER), fault.name).rejects.toMatchObject({ kind });
    rig.fault(key, undefined);
    // A host that requests a pause gets it; a new client, which does not know of it, reads at once.
    const after = kind === 'rate-limited' ? await open(key) : api;
    expect((await after.tickers(list, NEVER)).length).toBe(list.markets.length);
  });

  test('fail as timeout without a response', async () => {
    const api = await open(key, 250);
    rig.fault(key, faults.NO_HEADERS);
    await expect(api.markets(NEVER)).rejects.toMatchObject({ kind: 'timeout' });
  });
});

/** As exact as the interface: some return another unit, which is converted back. */
function near(actual: string | undefined, expected: string | undefined, what: string, within = 1e-9): void {
  if (expected === undefined || actual === undefined) expect(actual, what).toBe(expected);
  else
    expect(Math.abs(Number(actual) - Number(expected)), what).toBeLessThanOrEqual(
      within * Math.abs(Number(expected)),
    );
}
