import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { CcxtExchange } from '../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { DeclaredExchange } from '../../../src/sources/live/declared/declared-exchange.ts';
import { listsAt } from '../../../src/sources/live/declared/entry-path.ts';
import type { ExchangeDefinition } from '../../../src/sources/live/declared/exchange-definition.ts';
import { quotedNumbers } from '../../../src/sources/live/declared/quoted-numbers.ts';
import { readDefinitions } from '../../../src/sources/live/declared/read-definitions.ts';
import { openContractsApis } from '../../../src/sources/live/collect/open-contracts.ts';
import type { ContractsApi } from '../../../src/sources/live/ports/contracts-api.ts';
import { DERIVATIVES } from '../../../src/sources/live/settings/derivatives-profiles.ts';
import type { ExchangeApi, MarketList, TickerReading } from '../../../src/sources/live/ports/exchange-api.ts';
import { usableList } from '../../../src/sources/live/ports/listed-names.ts';
import { answering, recordedAnswers } from '../../support/declared/recorded-answers.ts';
import { ContractWorld, layoutsWithContracts } from '../../support/rig/contracts/contract-rig.ts';
import { GARBAGE, listWithGarbage } from '../../support/rig/garbage.ts';
import { encodeBody } from '../../support/rig/numeral.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { rigHttp } from '../../support/rig/rig-http.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { RIG_EXCHANGES } from '../../support/rig/layouts.ts';

// Every list of every response has invalid entries: null, numbers, texts, other formats, property names of every object. The
// production code must read the same from it as without them.

const AT = Date.UTC(2026, 10, 16, 12);
const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);
const world = new RigWorld({ size: 'small' });
const contractWorld = new ContractWorld('small');
const contracts = new Map(Object.keys(DERIVATIVES).map((key) => [key, contractWorld.contractsOf(key, AT)]));

let rig: Rig;
let dispatcher: Dispatcher;

beforeAll(async () => {
  rig = await Rig.start(layoutsWithContracts((key) => contracts.get(key) ?? []));
  dispatcher = rigDialler(rig.port);
});

afterAll(async () => {
  await dispatcher.destroy();
  await rig.close();
});

interface Read {
  readonly list: MarketList;
  readonly readings: readonly TickerReading[];
  readonly leftOut: number;
}

async function read(api: ExchangeApi): Promise<Read> {
  const list = usableList(await api.markets(NEVER));
  const readings = await api.tickers(list, NEVER);
  const leftOut = (api.takeLeftOut?.() ?? []).reduce((sum, { count }) => sum + count, 0);
  return { list, readings, leftOut };
}

/** Everything found without garbage is found with it. */
function expectAll(found: Read, sound: Read): void {
  const symbols = found.list.markets.map(({ symbol }) => symbol);
  expect(symbols).toEqual(expect.arrayContaining(sound.list.markets.map(({ symbol }) => symbol)));
  const readings = new Map(found.readings.map((reading) => [reading.symbol, reading]));
  expect(sound.readings.length).toBeGreaterThan(0);
  for (const reading of sound.readings) expect(readings.get(reading.symbol)).toEqual(reading);
}

test.each(RIG_EXCHANGES)('an invalid entry loses only itself: %s', async (key) => {
  const open = () => CcxtExchange.open(key, rigHttp(dispatcher), new SystemClock());
  rig.set(
    key,
    world.instrumentsOf(key, AT, 50).filter(({ active }) => active),
  );
  rig.fault(key, undefined);
  const sound = await read(await open());
  expect(sound.leftOut).toBe(0);
  rig.fault(key, GARBAGE);
  const found = await read(await open());
  expectAll(found, sound);
  expect(found.leftOut).toBeGreaterThan(0);
});

test.each(Object.keys(DERIVATIVES))('an invalid entry loses only itself: contracts of %s', async (key) => {
  const open = async (): Promise<ContractsApi> => {
    const http = rigHttp(dispatcher);
    const onUnusable = (_: string, reason: string) => expect.fail(reason);
    return (await openContractsApis([key], { of: () => http }, new SystemClock(), onUnusable))[0]!;
  };
  rig.fault(key, undefined);
  const sound = await read(await open());
  rig.fault(key, GARBAGE);
  expectAll(await read(await open()), sound);
  rig.fault(key, undefined);
});

const { definitions } = readDefinitions(['examples/exchanges']);

/** A response with garbage in the list that the definition names. */
function spoiled({ markets, tickers }: ExchangeDefinition, body: string): string {
  const answer: unknown = JSON.parse(quotedNumbers(body));
  for (const { list: path } of [markets ?? tickers, tickers])
    for (const { list } of listsAt(answer, path)) {
      // A page without entries is the last one.
      if (typeof list !== 'object' || list === null || Object.keys(list).length === 0) continue;
      const dirty = listWithGarbage(list);
      if (Array.isArray(list)) list.splice(0, list.length, ...(dirty as unknown[]));
      else Object.defineProperties(list, Object.getOwnPropertyDescriptors(dirty));
    }
  return encodeBody(answer);
}

describe('declared exchanges', () => {
  test.each(definitions.map((definition) => [definition.key, definition] as const))(
    'an invalid entry loses only itself: %s',
    async (key, definition) => {
      const { answers, ask } = recordedAnswers(key);
      const sound = await read(new DeclaredExchange(definition, ask));
      const answer = answering(answers.map(({ url, body }) => ({ url, body: spoiled(definition, body) })));
      const found = await read(new DeclaredExchange(definition, answer));
      expectAll(found, sound);
      expect(found.leftOut).toBeGreaterThan(0);
    },
  );
});
