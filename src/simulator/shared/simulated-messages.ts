import type { DerivativeTick } from '../../core/contract.ts';
import type { ExchangeTick, Trade } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';

/** One reading of an exchange. Without contracts: like reference data, both sides compute them. */
export interface SimulatedReading {
  readonly kind: 'reading';
  readonly exchangeId: string;
  readonly slot: Millis;
  readonly ticks: readonly ExchangeTick[];
  readonly derivatives: readonly DerivativeTick[];
  /** Whether the exchange did not answer. */
  readonly failed: boolean;
}

/** All trades of an exchange that happened up to an instant, since the last such message. */
export interface SimulatedTrades {
  readonly kind: 'trades';
  readonly exchangeId: string;
  readonly upTo: Millis;
  readonly trades: readonly Trade[];
}

export type SimulatedMessage = SimulatedReading | SimulatedTrades;
