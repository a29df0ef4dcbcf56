import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { DerivativeRefreshWriter } from '../../../src/latest/derivatives/derivative-refresh-writer.ts';
import type { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { median } from '../../support/statistics.ts';

export interface DerivativesCost {
  readonly contracts: number;
  readonly tickers: number;
  /** All contracts at a start, from nothing. */
  readonly contractsMs: number;
  /** Tickers of one refresh, and the same written as JSON; medians. */
  readonly valuesMs: number;
  readonly jsonMs: number;
}

/** Cost of a world's derivatives. */
export function measureDerivatives(
  { derivatives, exchanges }: SimulatedMarket,
  start: Millis,
  rounds: number,
  cpuMsOf: (run: () => void) => number,
): DerivativesCost {
  const sheet = new DerivativeRefreshWriter();
  let contracts = 0;
  const contractsMs = cpuMsOf(() => {
    for (const { exchangeId } of exchanges) {
      const listed = derivatives.contractsListed(exchangeId, -Infinity, start);
      sheet.collectContracts(listed);
      contracts += listed.length;
    }
  });
  const valuesMs: number[] = [];
  const jsonMs: number[] = [];
  let tickers = 0;
  for (let i = 0; i < rounds; i++) {
    const slot = start + i * SLOT_MS;
    const collectMs = cpuMsOf(() => {
      for (const { exchangeId } of exchanges) sheet.collect(derivatives.ticksOf(exchangeId, slot));
    });
    const publishMs = cpuMsOf(() => (tickers = sheet.publish(slot).contractIds.length));
    valuesMs.push(collectMs);
    jsonMs.push(collectMs + publishMs);
  }
  return { contracts, tickers, contractsMs, valuesMs: median(valuesMs), jsonMs: median(jsonMs) };
}
