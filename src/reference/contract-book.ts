import { expirationOf, type DerivativeContract, type DerivativeType } from '../core/contract.ts';
import { compareIds } from '../core/ids/id-order.ts';
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

/** Whether clients see the same of both. Since when a contract is listed is not a term of it. */
export function haveSameTerms(a: DerivativeContract, b: DerivativeContract): boolean {
  return (
    a.marketId === b.marketId &&
    a.settlementCurrency === b.settlementCurrency &&
    a.contractValue === b.contractValue &&
    a.valueCurrency === b.valueCurrency &&
    (a.type !== 'options' ||
      (b.type === 'options' && a.optionType === b.optionType && a.optionStrike === b.optionStrike))
  );
}

/** A shelf that changes: what is put on it, and ids of what is taken off. */
interface Change {
  readonly exchangeId: string;
  readonly type: DerivativeType;
  readonly marketId: string;
  readonly added: DerivativeContract[];
  readonly gone: Set<string>;
}

/** Every contract that was ever seen, with the terms that it had last. None ever goes; what is active, the clock says. */
export class ContractBook {
  readonly #byId = new Map<string, DerivativeContract>();
  readonly #shelves = new Map<string, ContractShelf[]>();
  #version = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** Another number whenever a contract was added, or its terms changed. */
  get version(): number {
    return this.#version;
  }

  contract(id: string): DerivativeContract | undefined {
    return this.#byId.get(id);
  }

  /** In the order of markets. A shelf that has changed is another object. */
  shelvesOf(exchangeId: string, type: DerivativeType): readonly ContractShelf[] {
    return this.#shelves.get(`${exchangeId} ${type}`) ?? [];
  }

  /** Those that were not known before, or not with these terms. */
  unknownAmong(contracts: readonly DerivativeContract[]): DerivativeContract[] {
    return contracts.filter((contract) => !this.#knows(contract));
  }

  /** What was stored, perhaps a while ago: contracts that are known keep their terms. */
  learn(stored: readonly DerivativeContract[]): void {
    this.add(stored.filter(({ id }) => !this.#byId.has(id)));
  }

  /** The last of an id counts. Those that are known with the same terms are passed over. */
  add(contracts: readonly DerivativeContract[]): void {
    const last = new Map(contracts.map((contract) => [contract.id, contract]));
    const changes = new Map<string, Change>();
    for (const contract of last.values()) {
      if (this.#knows(contract)) continue;
      const known = this.#byId.get(contract.id);
      if (known) changeOf(known, changes).gone.add(known.id);
      changeOf(contract, changes).added.push(contract);
      this.#byId.set(contract.id, contract);
    }
    if (changes.size > 0) this.#version += 1;
    for (const change of changes.values()) this.#shelve(change);
  }

  #knows(contract: DerivativeContract): boolean {
    const known = this.#byId.get(contract.id);
    return known !== undefined && haveSameTerms(known, contract);
  }

  #shelve({ exchangeId, type, marketId, added, gone }: Change): void {
    const key = `${exchangeId} ${type}`;
    const shelves = this.#shelves.get(key) ?? [];
    const known = shelves.find((shelf) => shelf.marketId === marketId)?.contracts ?? [];
    const stay = gone.size === 0 ? known : known.filter(({ id }) => !gone.has(id));
    const contracts = [...stay, ...added].sort(compareContracts);
    const others = shelves.filter((other) => other.marketId !== marketId);
    const all = contracts.length > 0 ? [...others, { marketId, contracts }] : others;
    this.#shelves.set(
      key,
      all.sort((a, b) => compareIds(a.marketId, b.marketId)),
    );
  }
}

function changeOf({ exchangeId, type, marketId }: DerivativeContract, changes: Map<string, Change>): Change {
  const key = `${exchangeId} ${type} ${marketId}`;
  const known = changes.get(key);
  if (known) return known;
  const change = { exchangeId, type, marketId, added: [], gone: new Set<string>() };
  changes.set(key, change);
  return change;
}
