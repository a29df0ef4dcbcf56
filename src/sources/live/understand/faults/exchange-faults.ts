import type { ExchangeRefusal } from '../../../source.ts';

/**
 * Why no listing of an exchange is used: its volumes are in quote units instead of base units, or its prices are those
 * of the inverse market (base and quote swapped).
 */
export type ExchangeFault = ExchangeRefusal['reason'];

export interface FaultChange {
  readonly exchange: string;
  readonly fault: ExchangeFault;
  readonly began: boolean;
}

/** A fault ends when it was not seen for this many slots in a row. */
const CLEAR_SLOTS = 3;
/** Fewer inverted prices may come from other assets with the same symbol. */
const MIN_INVERTED = 3;

/** Faults that concern whole exchanges. A fault begins in the slot in which it is seen. */
export class ExchangeFaults {
  readonly #byExchange = new Map<string, { readonly fault: ExchangeFault; clearSlots: number }>();
  #changes: FaultChange[] = [];

  of(exchange: string): ExchangeFault | undefined {
    return this.#byExchange.get(exchange)?.fault;
  }

  /** Called once per slot and fault, with the exchanges that show it and those that could be compared. */
  observe(fault: ExchangeFault, seen: ReadonlySet<string>, compared: ReadonlySet<string>): void {
    for (const exchange of seen) {
      const known = this.#byExchange.get(exchange);
      if (known?.fault === fault) known.clearSlots = 0;
      else if (!known) {
        this.#byExchange.set(exchange, { fault, clearSlots: 0 });
        this.#changes.push({ exchange, fault, began: true });
      }
    }
    for (const [exchange, known] of this.#byExchange) {
      // An exchange that sends nothing has not recovered.
      if (known.fault !== fault || seen.has(exchange) || !compared.has(exchange)) continue;
      known.clearSlots += 1;
      if (known.clearSlots < CLEAR_SLOTS) continue;
      this.#byExchange.delete(exchange);
      this.#changes.push({ exchange, fault, began: false });
    }
  }

  /** Changes since the last call. */
  takeChanges(): readonly FaultChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }
}

/** Counts, per exchange, prices that are the inverse of other exchanges' prices, and prices that agree with them. */
export class InversionCounts {
  readonly #inverted = new Map<string, number>();
  readonly #agreeing = new Map<string, number>();

  addInverted(exchange: string): void {
    this.#inverted.set(exchange, (this.#inverted.get(exchange) ?? 0) + 1);
  }

  addAgreeing(exchange: string): void {
    this.#agreeing.set(exchange, (this.#agreeing.get(exchange) ?? 0) + 1);
  }

  /** Exchanges with several inverted prices, and more of them than prices that agree. */
  invertedExchanges(): ReadonlySet<string> {
    const inverted = [...this.#inverted].filter(
      ([exchange, count]) => count >= MIN_INVERTED && count > (this.#agreeing.get(exchange) ?? 0),
    );
    return new Set(inverted.map(([exchange]) => exchange));
  }

  comparedExchanges(): ReadonlySet<string> {
    return new Set([...this.#inverted.keys(), ...this.#agreeing.keys()]);
  }
}
