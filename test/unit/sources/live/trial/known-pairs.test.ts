import { describe, expect, it } from 'vitest';
import { DeclaredExchange } from '../../../../../src/sources/live/declared/declared-exchange.ts';
import type {
  ExchangeDefinition,
  MarketSection,
  TickerSection,
} from '../../../../../src/sources/live/declared/exchange-definition.ts';
import { readDefinitions } from '../../../../../src/sources/live/declared/read-definitions.ts';
import { readingProblems } from '../../../../../src/sources/live/trial/trial-problems.ts';
import { recordedAnswers } from '../../../../support/declared/recorded-answers.ts';

// Recorded answers of real exchanges, each cut down to four or five markets, with definitions that have a mistake.

const { definitions } = readDefinitions(['examples/exchanges']);
const signal = new AbortController().signal;

async function problemsWith(definition: ExchangeDefinition): Promise<readonly string[]> {
  const exchange = new DeclaredExchange(definition, recordedAnswers(definition.key).ask);
  return readingProblems(await exchange.readAll(signal), { now: Date.UTC(2026, 10, 16), isSaved: true });
}

/** Keys of those in whose problems the text is. */
async function caught(changed: readonly ExchangeDefinition[], text: string): Promise<readonly string[]> {
  const found = await Promise.all(
    changed.map(async (each) => ((await problemsWith(each)).join().includes(text) ? [each.key] : [])),
  );
  return found.flat();
}

type Names = (MarketSection | TickerSection)['market'];

function swapped(names: Names): Names | undefined {
  if ('base' in names) return { ...names, base: names.quote, quote: names.base };
  if (!('separator' in names)) return undefined;
  return { ...names, order: names.order === 'quote-base' ? 'base-quote' : 'quote-base' };
}

function withSwappedNames(definition: ExchangeDefinition): ExchangeDefinition[] {
  const { markets, tickers } = definition;
  if (markets) {
    const market = swapped(markets.market) as MarketSection['market'] | undefined;
    return market ? [{ ...definition, markets: { ...markets, market } }] : [];
  }
  const market = swapped(tickers.market);
  return market ? [{ ...definition, tickers: { ...tickers, market } }] : [];
}

/** The file of an operator who took the volume in quote units for that in base units. */
function withQuoteVolumeAsBase(definition: ExchangeDefinition): ExchangeDefinition[] {
  const { quoteVolume, baseVolume: _, ...fields } = definition.tickers.fields;
  if (!quoteVolume) return [];
  return [
    { ...definition, tickers: { ...definition.tickers, fields: { ...fields, baseVolume: quoteVolume } } },
  ];
}

describe('the trial of a declared exchange', () => {
  it('finds nothing wrong in sound definitions', async () => {
    expect(await caught(definitions, 'base and quote may be swapped')).toEqual([]);
    expect(await caught(definitions, 'contradict each other')).toEqual([]);
    expect(await caught(definitions, 'in quote units')).toEqual([]);
  });

  it('finds base and quote swapped', async () => {
    const changed = definitions.flatMap(withSwappedNames);
    const found = await caught(changed, 'base and quote may be swapped');
    expect(changed.length).toBeGreaterThan(100);
    // The others name no asset that is known in the few markets that were kept.
    expect(found.length).toBeGreaterThanOrEqual(97);
  });

  it('finds a volume in quote units that is declared as one in base units', async () => {
    const changed = definitions.flatMap(withQuoteVolumeAsBase);
    const found = await caught(changed, 'in quote units');
    expect(changed.length).toBeGreaterThan(60);
    expect(found.length).toBeGreaterThanOrEqual(62);
  });
});

describe('prices within one exchange', () => {
  const tickers = (prices: Readonly<Record<string, number>>) => {
    const markets = Object.keys(prices).map((symbol) => {
      const [base = '', quote = ''] = symbol.split('/');
      return { symbol, base, quote, active: true };
    });
    const readings = Object.entries(prices).map(([symbol, price]) => ({ symbol, last: String(price) }));
    return readingProblems(
      { list: { markets, currencies: [] }, readings, missing: [], leftOut: [] },
      { now: Date.UTC(2026, 10, 16), isSaved: true },
    );
  };

  it('agree with each other where three markets close a triangle', () => {
    const sound = {
      'BTC/USDT': 100_000,
      'ETH/USDT': 4000,
      'ETH/BTC': 0.04,
      'ABC/USDT': 2,
      'ABC/BTC': 0.00002,
    };
    expect(tickers(sound)).toEqual([]);
    expect(tickers({ ...sound, 'ETH/BTC': 0.08, 'ABC/BTC': 0.001 })).toEqual([
      'prices contradict each other (ETH/USDT is not near ETH/BTC x BTC/USDT): check tickers.fields.last and the names of markets',
    ]);
  });

  it('show one market that is named the other way round as a swap only if most are', () => {
    expect(tickers({ 'BTC/USDT': 100_000, 'USDT/ETH': 4000, 'LTC/USDT': 90 })).toEqual([]);
    expect(tickers({ 'USDT/BTC': 100_000, 'USDT/ETH': 4000, 'LTC/USDT': 90 })).toEqual([]);
    expect(tickers({ 'USDT/BTC': 100_000, 'USDT/ETH': 4000, 'BTC/ETH': 0.04 })).toEqual([
      expect.stringContaining('1 USDT would cost 100000 BTC, and 2 of 3 markets look like that'),
    ]);
  });
});
