import { Lru } from '../../core/lru.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { FAULT_KINDS, type FaultKind, type FaultName, type FaultSpan } from './fault-kinds.ts';
import { below, hashPair, hashText, unit } from '../hash.ts';
import type { SimulatedExchange } from '../simulated-listing.ts';

/** One fault, for tests that check which faults the screens detect. */
export interface Fault extends FaultSpan {
  readonly kind: FaultName;
  readonly exchangeId: string;
  /** Set if only one listing is hit. */
  readonly marketId?: string;
}

const NAMES = Object.keys(FAULT_KINDS) as FaultName[];
/** Windows of one kind start at different times for different targets, or faults would come in waves. */
const PHASES = [0, 1, 2, 3, 4, 5, 6, 7];
/** A refresh queries its own slot and those at which feeds froze. */
const KEPT_SLOTS = 16;
const NONE: readonly Fault[] = [];

/** A possible target of a fault. */
interface Target {
  readonly key: number;
  readonly exchangeId: string;
  readonly marketId: string;
}

/** The targets of one phase. Nearly all are skipped each time, so their keys are in a separate array. */
interface Targets {
  readonly keys: Uint32Array;
  readonly targets: readonly Target[];
}

/** Which faults are active when: a pure function of seed and time. */
export class FaultSchedule {
  readonly #targets: Readonly<Record<FaultKind['scope'], readonly Targets[]>>;
  readonly #seedHash: number;
  readonly #rate: number;
  /** The faults of the last queried window of each kind and phase. */
  readonly #windows = new Map<string, { readonly window: number; readonly faults: readonly Fault[] }>();
  readonly #slots = new Lru<Millis, ReadonlyMap<string, readonly Fault[]>>({ maxEntries: KEPT_SLOTS });

  constructor(exchanges: readonly SimulatedExchange[], seed: string, rate: number) {
    this.#targets = {
      exchange: byPhase(
        exchanges.map(({ exchangeId }) => ({ key: hashText(exchangeId), exchangeId, marketId: '' })),
      ),
      listing: byPhase(exchanges.flatMap(({ listings }) => listings)),
    };
    this.#seedHash = hashPair(hashText(seed), hashText('faults'));
    this.#rate = rate;
  }

  /** All faults active at a slot, in the order of the table of kinds. */
  at(slot: Millis): Fault[] {
    if (this.#rate === 0) return [];
    const isActive = ({ from, to }: Fault) => from <= slot && slot < to;
    return NAMES.flatMap((name) =>
      PHASES.flatMap((phase) => this.#windowAt(name, phase, slot).filter(isActive)),
    );
  }

  /** The faults of one exchange and its listings. */
  of(exchangeId: string, slot: Millis): readonly Fault[] {
    let byExchange = this.#slots.get(slot);
    if (!byExchange) {
      byExchange = groupByExchange(this.at(slot));
      this.#slots.set(slot, byExchange);
    }
    return byExchange.get(exchangeId) ?? NONE;
  }

  #windowAt(name: FaultName, phase: number, slot: Millis): readonly Fault[] {
    const kind: FaultKind = FAULT_KINDS[name];
    const shift = (phase * kind.windowMs) / PHASES.length;
    const window = Math.floor((slot + shift) / kind.windowMs);
    const key = `${name} ${phase}`;
    const known = this.#windows.get(key);
    if (known?.window === window) return known.faults;
    const faults = this.#faultsIn(name, phase, window, window * kind.windowMs - shift);
    this.#windows.set(key, { window, faults });
    return faults;
  }

  #faultsIn(name: FaultName, phase: number, window: number, windowStart: Millis): Fault[] {
    const kind: FaultKind = FAULT_KINDS[name];
    const windowHash = hashPair(hashPair(this.#seedHash, hashText(name)), window);
    const chance = kind.chance * this.#rate;
    const faults: Fault[] = [];
    const { keys, targets } = this.#targets[kind.scope][phase]!;
    for (let i = 0; i < keys.length; i++) {
      const hash = hashPair(windowHash, keys[i]!);
      if (unit(hash) >= chance) continue;
      const { exchangeId, marketId } = targets[i]!;
      const where = kind.scope === 'exchange' ? { exchangeId } : { exchangeId, marketId };
      faults.push({ kind: name, ...where, ...spanOf(kind, windowStart, hash) });
    }
    return faults;
  }
}

function byPhase(all: readonly Target[]): Targets[] {
  const phases: Target[][] = PHASES.map(() => []);
  for (const target of all) phases[target.key % PHASES.length]!.push(target);
  return phases.map((targets) => ({ keys: new Uint32Array(targets.map(({ key }) => key)), targets }));
}

/** A fault lies completely within its window, so that only one window must be computed per instant. */
function spanOf(kind: FaultKind, windowStart: Millis, hash: number): FaultSpan {
  const slots = (ms: Millis) => ms / SLOT_MS;
  const length =
    slots(kind.shortestMs) + below(hashPair(hash, 1), slots(kind.longestMs - kind.shortestMs) + 1);
  const from = windowStart + below(hashPair(hash, 2), slots(kind.windowMs) - length + 1) * SLOT_MS;
  return { from, to: from + length * SLOT_MS, ...kind.detail(hashPair(hash, 3)) };
}

function groupByExchange(faults: readonly Fault[]): ReadonlyMap<string, Fault[]> {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const group = groups.get(fault.exchangeId);
    if (group) group.push(fault);
    else groups.set(fault.exchangeId, [fault]);
  }
  return groups;
}
