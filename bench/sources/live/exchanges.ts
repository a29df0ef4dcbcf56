import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readDefinitions } from '../../../src/sources/live/declared/read-definitions.ts';
import { recordedAnswers } from '../../../test/support/declared/recorded-answers.ts';
import { declaredLayout } from '../../../test/support/rig/declared-layout.ts';
import { LAYOUTS } from '../../../test/support/rig/layouts.ts';
import type { RigInstrument, RigLayout } from '../../../test/support/rig/rig-layout.ts';
import type { RigWorld } from '../../../test/support/rig/rig-world.ts';

const EXAMPLES = resolve('examples/exchanges');
/** Regional and white-label variants of exchanges in the rig: the same API at other addresses. */
const VARIANTS: Readonly<Record<string, readonly [like: string, host: string]>> = {
  bequant: ['hitbtc', 'api.bequant.io'],
  binanceus: ['binance', 'api.binance.us'],
  bybiteu: ['bybit', 'api.bybit.eu'],
  bybitid: ['bybit', 'api.bybit.id'],
  fmfwio: ['hitbtc', 'api.fmfw.io'],
  gateeu: ['gate', 'api.gateeu.com'],
  myokx: ['okx', 'eea.okx.com'],
  okxus: ['okx', 'us.okx.com'],
};
/** It returns one ticker per request, which is a different kind of work. */
const LEFT_OUT = new Set(['coinbaseexchange']);

/** Tickers of ccxt exchanges relative to declared ones, which are small. */
const SHARES = [2000, 2000, 1500, 1000, 700, 500];
const DECLARED_SHARES = [800, 400, 200, 100];

/** Exchanges of ccxt that the rig simulates. */
export function ccxtLayouts(): readonly RigLayout[] {
  const own = LAYOUTS.filter(({ id }) => !LEFT_OUT.has(id));
  const variants = Object.entries(VARIANTS).map(([id, [like, host]]): RigLayout => {
    const layout = LAYOUTS.find((one) => one.id === like);
    if (!layout) throw new Error(`the rig does not simulate ${like}`);
    return { ...layout, id, hosts: [host] };
  });
  return [...own, ...variants];
}

/** This many of the example declared exchanges, in the order of their keys. */
export function declaredLayouts(count: number): readonly RigLayout[] {
  const { definitions } = readDefinitions([EXAMPLES]);
  return definitions
    .filter(({ tickers }) => tickers.requests.length === 1 && !tickers.requests[0]?.pages)
    .slice(0, count)
    .map((definition) => declaredLayout(definition, recordedAnswers(definition.key).answers));
}

/** A folder with only the definitions of these exchanges. */
export function folderOf(layouts: readonly RigLayout[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-exchanges-'));
  for (const { id } of layouts) symlinkSync(join(EXAMPLES, `${id}.json`), join(folder, `${id}.json`));
  return folder;
}

/** Number of tickers per exchange, ccxt exchanges first, so that the total is about `tickers`. */
export function countsOf(ofCcxt: number, ofFiles: number, tickers: number): readonly number[] {
  const share = (shares: readonly number[], count: number) =>
    Array.from({ length: count }, (_, i) => shares[i % shares.length]!);
  const wanted = [...share(SHARES, ofCcxt), ...share(DECLARED_SHARES, ofFiles)];
  const scale = tickers / wanted.reduce((sum, count) => sum + count, 0);
  return wanted.map((count) => Math.round(count * scale));
}

/** Symbols of an exchange; fewer if it has no names for as many. */
export function instrumentsOf(
  world: RigWorld,
  id: string,
  at: number,
  count: number,
): readonly RigInstrument[] {
  for (let most = count; ; most = Math.floor(most / 1.2))
    try {
      return world.instrumentsOf(id, at, most).filter(({ active }) => active);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
}
