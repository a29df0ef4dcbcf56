import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DeclaredExchange } from '../../../../../src/sources/live/declared/declared-exchange.ts';
import { readDefinitions } from '../../../../../src/sources/live/declared/read-definitions.ts';
import { usableList } from '../../../../../src/sources/live/ports/listed-names.ts';
import { recordedAnswers } from '../../../../support/declared/recorded-answers.ts';

const EXAMPLES = 'examples/exchanges';
const { definitions, problems } = readDefinitions([EXAMPLES]);
const signal = new AbortController().signal;

describe('the example definitions', () => {
  it('are valid, each in a file of its key', () => {
    expect(problems).toEqual([]);
    const files = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));
    expect(files.map((name) => basename(name, '.json'))).toEqual(definitions.map(({ key }) => key));
    expect(definitions.length).toBeGreaterThanOrEqual(60);
  });

  it('use only hosts that they name', () => {
    for (const { hosts, markets, tickers } of definitions)
      for (const { url } of [...(markets?.requests ?? []), ...tickers.requests])
        expect(hosts).toContain(new URL(url).host);
  });
});

describe.each(definitions.map((definition) => [definition.key, definition] as const))(
  '%s',
  (key, definition) => {
    const recorded = recordedAnswers(key);
    const open = () => new DeclaredExchange(definition, recorded.ask);

    it('is read as recorded', async () => {
      const exchange = open();
      const list = await exchange.markets(signal);
      const readings = await exchange.tickers(list, signal);
      const expected = recorded.expected.map(({ base, quote, ...ticker }) => ({
        symbol: `${base}/${quote}`,
        ...ticker,
      }));
      expect(readings).toEqual(expected);
      const inWords = ({ base, quote }: { base: string; quote: string }) => `${base} in ${quote}`;
      expect(list.markets.map(inWords).toSorted()).toEqual(recorded.expected.map(inWords).toSorted());
      expect(usableList(list)).toBe(list);
    });

    it('has every declared field', async () => {
      const { missing, readings } = await open().readAll(signal);
      expect(missing).toEqual([]);
      expect(readings.filter(({ last }) => last !== undefined).length).toBeGreaterThan(0);
    });
  },
);

describe('the recorded answers', () => {
  it('include their licence', () => {
    const licences = JSON.parse(
      readFileSync('test/fixtures/exchanges/declared/LICENSES.json', 'utf8'),
    ) as Record<string, string>;
    for (const { key } of definitions) expect(licences).toHaveProperty([recordedAnswers(key).origin]);
  });
});
