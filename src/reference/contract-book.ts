import { expirationOf, type DerivativeContract, type DerivativeType } from '../core/contract.ts';
import { compareIds } from '../core/ids/id-order.ts';
import type { Millis } from '../core/time.ts';

/**
 * The contracts of one exchange, type and market in order of expiration. Expired ones are therefore always at the start
 * and never move again.
 */
export interface ContractGroup {
  readonly marketId: string;
  readonly contracts: readonly DerivativeContract[];
}

/** Number of expired contracts in a group. A contract has expired at its expiration. */
export function expiredIn({ contracts }: ContractGroup, now: Millis): number {
  let low = 0;
  let high = contracts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (expirationOf(contracts[middle] as DerivativeContract) <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Within a group: by expiration, then by the exchange's name. */
export function compareContracts(a: DerivativeContract, b: DerivativeContract): number {
  const [first, second] = [expirationOf(a), expirationOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return compareIds(a.exchangeName, b.exchangeName);
}

/** Whether clients see both as the same. The listing time is not part of the terms. */
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

/** A change of a group: the contracts added, and the ids of those removed. */
interface Change {
  readonly exchangeId: string;
  readonly type: DerivativeType;
  readonly marketId: string;
  readonly added: DerivativeContract[];
  readonly gone: Set<string>;
}

/** Every contract ever seen, with its latest terms. None is ever removed; the clock decides which ones are active. */
export class ContractBook {
  readonly #byId = new Map<string, DerivativeContract>();
  readonly #groups = new Map<string, ContractGroup[]>();
  #version = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** Changes whenever a contract is added or its terms change. */
  get version(): number {
    return this.#version;
  }

  contract(id: string): DerivativeContract | undefined {
    return this.#byId.get(id);
  }

  /** In the order of markets. A changed group is a new object. */
  groupsOf(exchangeId: string, type: DerivativeType): readonly ContractGroup[] {
    return this.#groups.get(`${exchangeId} ${type}`) ?? [];
  }

  /** Contracts that are new or have other terms. */
  newOrChanged(contracts: readonly DerivativeContract[]): DerivativeContract[] {
    return contracts.filter((contract) => !this.#knows(contract));
  }

  /** Adds stored contracts, which may be outdated: known contracts keep their terms. */
  addStored(stored: readonly DerivativeContract[]): void {
    this.add(stored.filter(({ id }) => !this.#byId.has(id)));
  }

  /** Of several with the same id, the last one counts. Known ones with the same terms are skipped. */
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
    for (const change of changes.values()) this.#apply(change);
  }

  #knows(contract: DerivativeContract): boolean {
    const known = this.#byId.get(contract.id);
    return known !== undefined && haveSameTerms(known, contract);
  }

  #apply({ exchangeId, type, marketId, added, gone }: Change): void {
    const key = `${exchangeId} ${type}`;
    const groups = this.#groups.get(key) ?? [];
    const known = groups.find((group) => group.marketId === marketId)?.contracts ?? [];
    const stay = gone.size === 0 ? known : known.filter(({ id }) => !gone.has(id));
    const contracts = [...stay, ...added].sort(compareContracts);
    const others = groups.filter((other) => other.marketId !== marketId);
    const all = contracts.length > 0 ? [...others, { marketId, contracts }] : others;
    this.#groups.set(
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
