import { expirationOf, type DerivativeContract, type DerivativeType } from '../core/contract.ts';
import { compareIds } from '../core/id-order.ts';
import type { Millis } from '../core/time.ts';

/**
 * The contracts of one exchange, type and market, the first to expire first. What has expired is therefore always at the
 * beginning and never moves again.
 */
export interface ContractShelf {
  readonly marketId: string;
  readonly contracts: readonly DerivativeContract[];
}

/** How many contracts of a shelf have expired. At its expiration a contract has. */
export function expiredIn({ contracts }: ContractShelf, now: Millis): number {
  let low = 0;
  let high = contracts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (expirationOf(contracts[middle] as DerivativeContract) <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Within a shelf: by expiration, then by the exchange's name. */
export function compareContracts(a: DerivativeContract, b: DerivativeContract): number {
  const [first, second] = [expirationOf(a), expirationOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return compareIds(a.exchangeName, b.exchangeName);
}

/** Every contract that was ever seen. Contracts are added and never change or go; what is active, the clock says. */
export class ContractBook {
  readonly #byId = new Map<string, DerivativeContract>();
  readonly #shelves = new Map<string, ContractShelf[]>();

  get size(): number {
    return this.#byId.size;
  }

  contract(id: string): DerivativeContract | undefined {
    return this.#byId.get(id);
  }

  /** In the order of markets. A shelf to which something was added is another object. */
  shelvesOf(exchangeId: string, type: DerivativeType): readonly ContractShelf[] {
    return this.#shelves.get(`${exchangeId} ${type}`) ?? [];
  }

  /** Those that were not known before. */
  unknownAmong(contracts: readonly DerivativeContract[]): DerivativeContract[] {
    return contracts.filter(({ id }) => !this.#byId.has(id));
  }

  /** Known ones are passed over. */
  add(contracts: readonly DerivativeContract[]): void {
    const added = new Map<string, DerivativeContract[]>();
    for (const contract of contracts) {
      const { id, exchangeId, type, marketId } = contract;
      if (this.#byId.has(id)) continue;
      this.#byId.set(id, contract);
      const key = `${exchangeId} ${type} ${marketId}`;
      const group = added.get(key);
      if (group) group.push(contract);
      else added.set(key, [contract]);
    }
    for (const group of added.values()) this.#shelve(group);
  }

  /** All of the same exchange, type and market. */
  #shelve(group: readonly DerivativeContract[]): void {
    const { exchangeId, type, marketId } = group[0] as DerivativeContract;
    const key = `${exchangeId} ${type}`;
    const shelves = this.#shelves.get(key) ?? [];
    const known = shelves.find((shelf) => shelf.marketId === marketId)?.contracts ?? [];
    const shelf = { marketId, contracts: [...known, ...group].sort(compareContracts) };
    const others = shelves.filter((other) => other.marketId !== marketId);
    this.#shelves.set(
      key,
      [...others, shelf].sort((a, b) => compareIds(a.marketId, b.marketId)),
    );
  }
}
