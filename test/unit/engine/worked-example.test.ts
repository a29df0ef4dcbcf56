import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../src/core/index-value.ts';
import { estimateMarket } from '../../../src/engine/market/estimate-market.ts';
import { deviationOf } from '../../../src/engine/gwa/rate-equations.ts';
import { METHODOLOGIES, methodologyNamed } from '../../../src/engine/methodology.ts';
import { roundSignificant } from '../../../src/engine/numbers/rounding.ts';
import { AT } from './small-world.ts';

const METHODOLOGY = methodologyNamed('3')!;
const TRUST: Readonly<Record<string, number>> = { A: 1, B: 0.1, NEW: 0 };

const page = (name: string) => readFileSync(new URL(`../../../docs/trust/${name}`, import.meta.url), 'utf8');

/** The rows of every table of a page that starts with this heading, cells without their ticks and spaces. */
function tables(text: string, firstHeading: string): string[][] {
  const blocks = text
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')));
  return blocks
    .map((lines) =>
      lines.map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      ),
    )
    .filter((rows) => rows[0]?.[0] === firstHeading)
    .flatMap((rows) => rows.slice(2));
}

function tableAfter(text: string, title: string, firstHeading: string): string[][] {
  return tables(
    text
      .slice(text.indexOf(`## ${title}`))
      .split('\n## ')[0]!
      .replace(/^## .*/, ''),
    firstHeading,
  );
}

describe('the worked example', () => {
  const text = page('worked-example.md');
  const observations = tableAfter(text, 'What came in', 'exchange').map(
    ([exchangeId = '', tier = '', last, bid, ask, volume, k, age]) => ({
      exchangeId,
      trust: TRUST[tier]!,
      last: Number(last),
      bid: Number(bid),
      ask: Number(ask),
      volume: Number(volume),
      k: Number(k),
      age: Number(age) * 1000,
    }),
  );
  const estimate = estimateMarket(observations, { at: AT }, METHODOLOGY);
  const r = estimate.quorums!.r;

  test('has eight exchanges', () => {
    expect(observations).toHaveLength(8);
  });

  test('screens as the page says', () => {
    const rows = tableAfter(text, 'What is accepted', 'exchange');
    expect(rows.map(([exchange, , , , outcome]) => [exchange, outcome])).toEqual([...estimate.outcomes]);
    const accepted = rows.filter((row) => row[1] !== '');
    const reported = accepted.map(
      ([exchange]) => observations.find(({ exchangeId }) => exchangeId === exchange)!.volume,
    );
    const most = Math.max(...reported);
    const others = reported.reduce((sum, volume) => sum + volume) - most;
    expect(accepted.map((row) => Number(row[3]))).toEqual(
      reported.map((volume) => Math.min(volume, volume === most ? 4 * others : Infinity)),
    );
    for (const [exchange, price, freshness] of rows.filter((row) => row[1] !== '')) {
      const { last, bid, ask, k } = observations.find(({ exchangeId }) => exchangeId === exchange)!;
      expect(Number(price)).toBe(Math.min(Math.max(last, bid), ask));
      expect(Number(freshness)).toBe(2 ** (-Math.max(0, k - 1) / 4));
    }
  });

  test('has the medians of the page', () => {
    const rows = tableAfter(text, 'The three majorities', 'median');
    const { v, e, t } = estimate.quorums!;
    expect(rows.map(([, value]) => Number(value))).toEqual([v, e, t, r].map(roundSignificant));
  });

  test('adds up to the value of the page', () => {
    const rows = tableAfter(text, 'The average', 'exchange').map(
      ([, weight, price]) => [Number(weight), Number(price)] as const,
    );
    const total = rows.reduce((sum, [weight]) => sum + weight, 0);
    const average = rows.reduce((sum, [weight, price]) => sum + weight * price, 0) / total;
    const published = new Map(
      tableAfter(text, 'The average', 'published').map(([name, value]) => [name, value]),
    );
    expect(Number(published.get('price'))).toBe(estimate.price);
    expect(average / estimate.price).toBeCloseTo(1, 7);
    expect(Number(published.get('volume'))).toBe(estimate.volume);
    expect(published.get('flags')).toBe(flagsIn(estimate.flags).join());
    expect(text).toContain(`${roundSignificant(r * 0.9995)} to ${roundSignificant(r * 1.0005)}`);
  });

  test('is flagged for the reach on the page', () => {
    const bps = (estimate.oneExchangeReach! * 1e4).toFixed(2);
    expect(text).toContain(`could move R by ${bps} bps`);
    expect(estimate.oneExchangeReach).toBeGreaterThan(METHODOLOGY.mwa.oneExchangeReach);
  });

  test('compares with the plain average on the page', () => {
    const sane = observations.filter(({ exchangeId }) => exchangeId !== 'Gorse');
    const sum = sane.reduce((total, { last, volume }) => total + last * volume, 0);
    expect(text).toContain(
      `would have said ${roundSignificant(sum / sane.reduce((total, { volume }) => total + volume, 0))}`,
    );
  });
});

/** Without an exponent. */
const written = (value: unknown) =>
  typeof value === 'number' && value < 1e-4 && value > 0 ? value.toFixed(5) : String(value);

describe('the pages', () => {
  test('list every parameter with its value in each version, and no other', () => {
    const onPage = tables(page('../reference/methodology-parameters.md'), 'parameter');
    METHODOLOGIES.forEach(
      (
        {
          version: _version,
          from: _from,
          stateFormat: _state,
          observationFormat: _observation,
          recordFormat: _record,
          ...groups
        },
        i,
      ) => {
        const inCode = Object.entries(groups).flatMap(([group, values]) =>
          Object.entries(values).map(([name, value]) => [`${group}.${name}`, written(value)]),
        );
        expect(onPage.map((row) => [row[0], row[1 + i]])).toEqual(inCode);
      },
    );
  });

  test('state the start of each version', () => {
    const onPage = tables(page('methodology.md'), 'version');
    const inCode = METHODOLOGIES.map(({ version, from }) => [
      version,
      from === 0 ? 'the beginning' : new Date(from).toISOString().replace('.000', ''),
    ]);
    expect(onPage).toEqual(inCode);
  });

  test('state the deviations of the example markets', () => {
    const text = page('gwa.md').replaceAll('\n', ' ');
    const bps = (volumeUsd: number, exchanges: number) =>
      Number((deviationOf(volumeUsd, exchanges, exchanges, METHODOLOGY) * 1e4).toFixed(1));
    expect(text).toContain(
      `sd is ${bps(1e6, 1)} bps; at 1 billion and 30 exchanges it is ${bps(1e9, 30)} bps`,
    );
  });
});
