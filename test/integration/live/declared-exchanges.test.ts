import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { currentName } from '../../../src/reference/names/current-names.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import { requesterOver } from '../../../src/sources/live/declared/requester.ts';
import { DeclaredExchange } from '../../../src/sources/live/declared/declared-exchange.ts';
import { readDefinitions } from '../../../src/sources/live/declared/read-definitions.ts';
import { LIVE } from '../../../src/sources/live/definition.ts';
import type { TickerReading } from '../../../src/sources/live/ports/exchange-api.ts';
import { ExchangeHttp } from '../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../src/sources/live/http/token-bucket.ts';
import { recordedAnswers } from '../../support/declared/recorded-answers.ts';
import { declaredLayout } from '../../support/rig/declared-layout.ts';
import { REFUSAL } from '../../support/rig/faults.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import { Rig } from '../../support/rig/rig.ts';

// Every example definition over HTTP, against a server that answers in the recorded format of the exchange.

const { definitions } = readDefinitions(['examples/exchanges']);
const layouts = definitions.map((definition) =>
  declaredLayout(definition, recordedAnswers(definition.key).answers),
);
const world = new RigWorld({ size: 'small', layouts });
const AT = Date.UTC(2026, 10, 16, 9);
const { signal } = new AbortController();
const clock = new SystemClock();
const agent = new Agent();
let rig: Rig;
let http: ExchangeHttp;

beforeAll(async () => {
  rig = await Rig.start(layouts);
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  http = new ExchangeHttp({ clock, dispatcher: agent, bucketOf: () => bucket, gateway: rig.gateway });
});

afterAll(async () => {
  await agent.destroy();
  await rig.close();
});

/** Within the rounding of a quotient. */
const isAbout = (text: string | undefined, value: string | undefined) =>
  Math.abs(Number(text ?? 0) - Number(value ?? 0)) <= 1e-9 * Number(value ?? 0);

describe.each(definitions.map((definition) => [definition.key, definition] as const))(
  '%s',
  (key, definition) => {
    const { fields } = definition.tickers;
    const given = new Map<string, RigInstrument>();

    function wrong(reading: TickerReading): string[] {
      const instrument = given.get(reading.symbol);
      if (!instrument) return [`${reading.symbol} was never given`];
      const names = ['last', 'bid', 'ask', 'baseVolume', 'quoteVolume'] as const;
      return names.flatMap((name) =>
        !fields[name] || isAbout(reading[name], instrument[name])
          ? []
          : [`${reading.symbol} ${name}: ${reading[name]} for ${instrument[name]}`],
      );
    }

    test('recorded values are read', async () => {
      const instruments = world.instrumentsOf(key, AT, 20);
      for (const instrument of instruments) given.set(`${instrument.base}/${instrument.quote}`, instrument);
      rig.set(key, instruments);
      const exchange = new DeclaredExchange(definition, requesterOver(http, clock));
      const list = await exchange.markets(signal);
      expect(list.markets.map(({ symbol }) => symbol).toSorted()).toEqual([...given.keys()].toSorted());
      const isSaid = definition.tickers.active ?? definition.markets?.active;
      for (const { symbol, active } of isSaid ? list.markets : [])
        expect([symbol, active]).toEqual([symbol, given.get(symbol)?.active]);
      const readings = await exchange.tickers(list, signal);
      expect(readings).toHaveLength(instruments.length);
      expect(readings.flatMap(wrong)).toEqual([]);
    });

    test('an error in its own format is a failure', async () => {
      rig.fault(key, REFUSAL);
      const exchange = new DeclaredExchange(definition, requesterOver(http, clock));
      await expect(exchange.markets(signal)).rejects.toMatchObject({ name: 'PollFailure' });
      rig.fault(key, undefined);
    });
  },
);

test('the collector reads all of them', async () => {
  for (const { key } of definitions) rig.set(key, world.instrumentsOf(key, clock.now(), 20));
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-declared-'));
  const troubles: unknown[] = [];
  const options = { exchanges: [], exchangeFiles: ['examples/exchanges'], exchangeGateway: rig.gateway };
  const prepared = await LIVE.prepare(options, { folder, onWarning: (...trouble) => troubles.push(trouble) });
  const source = await prepared.open(clock);
  const stop = new AbortController();
  try {
    const { exchanges } = source.reference(clock.now());
    const listed = new Map(exchanges.map(({ name, listings }) => [name, listings.length]));
    const known = new WellKnown();
    for (const { name } of definitions) {
      const exchange = known.exchange(name);
      expect([name, listed.get(exchange ? currentName(exchange) : name)]).toEqual([name, 20]);
    }
    expect(exchanges.every(({ status }) => status === 'ACTIVE')).toBe(true);
    expect(new Set(exchanges.map(({ id }) => id)).size).toBe(definitions.length);
    expect(troubles).toEqual([]);
  } finally {
    stop.abort();
    for await (const _ of source.events(stop.signal));
    rmSync(folder, { recursive: true });
  }
});
