import { MINUTE_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { Random } from '../../../bench/support/integrity/random.ts';
import * as faults from '../../support/rig/faults.ts';
import type { RigFault } from '../../support/rig/faults.ts';
import { clockOf, type RigInstrument } from '../../support/rig/rig-layout.ts';
import type { Unreachable } from '../../support/rig/rig-reach.ts';

/**
 * `fails`: cannot be read; `old`: its prices lag; `lies`: its numbers are wrong; `clock`: its times are wrong; `fewer`: markets
 * are missing.
 */
export type FaultKind = 'fails' | 'old' | 'lies' | 'clock' | 'fewer';

/** A fault of one exchange, and its end. */
export interface Illness {
  readonly kind: FaultKind;
  readonly name: string;
  readonly fault: RigFault | Unreachable;
  readonly until: Millis;
}

/** An event of the week. */
export type WeekEvent =
  | { readonly kind: 'falls-ill'; readonly key: string; readonly illness: Illness }
  | { readonly kind: 'gets-well'; readonly key: string }
  | { readonly kind: 'goes-offline'; readonly fault: RigFault | Unreachable }
  | { readonly kind: 'is-online' }
  | { readonly kind: 'restarts'; readonly afterMs: Millis };

/** A fault that a test requests, of an exchange or of our own network. It begins with a slot, counted from the first. */
export interface PlannedFault {
  readonly slot: number;
  readonly slots: number;
  readonly fault: RigFault | Unreachable;
  /** Default: our own network. */
  readonly exchange?: { readonly key: string; readonly kind: FaultKind };
}

export interface WeekFaultsOptions {
  readonly keys: readonly string[];
  readonly random: Random;
  /** Rate of random faults: 1 is the usual one, 0 means none. */
  readonly rate: number;
  readonly planned: readonly PlannedFault[];
  /** The honest data of an exchange in a slot. */
  readonly shownBy: (key: string, slot: Millis) => readonly RigInstrument[];
}

/** Probabilities per slot: of each exchange, of our own network, of the service. */
const FALLS_ILL = 1 / 700;
const GOES_OFFLINE = 1 / 400;
const RESTARTS = 1 / 700;
const RESTARTS_OFFLINE = 1 / 70;
const MAX_ILL_SLOTS = 60;
/** The methodology assumes that most exchanges are honest. It makes no claim for more liars than this at once. */
export const MAX_LIARS = 2;
const OFFLINE_MS: readonly Millis[] = [
  30 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
];
const DOWN_MS: readonly Millis[] = [
  3 * SECOND_MS,
  20 * SECOND_MS,
  70 * SECOND_MS,
  5 * MINUTE_MS,
  12 * MINUTE_MS,
];
const BEHIND_MS = 5 * MINUTE_MS;

const OFFLINE: readonly (RigFault | Unreachable)[] = [
  'dns',
  'tls',
  faults.CONNECTION_RESET,
  faults.NO_HEADERS,
  faults.BAD_GATEWAY,
  faults.redirect('https://portal.example.com/'),
];

const FAILURES: readonly (RigFault | Unreachable)[] = [
  'dns',
  'tls',
  faults.BAD_GATEWAY,
  faults.UNAVAILABLE,
  faults.tooManyRequests(),
  faults.tooManyRequests(90),
  faults.BANNED,
  faults.FORBIDDEN,
  faults.LEGAL_REASONS,
  faults.redirect('https://example.com/'),
  faults.EMPTY_BODY,
  faults.TRUNCATED_JSON,
  faults.HTML_AS_ANSWER,
  faults.REFUSAL,
  faults.CONNECTION_RESET,
  faults.NO_HEADERS,
  faults.STALLED_BODY,
];

const LIES: readonly RigFault[] = [
  faults.QUOTE_VOLUMES,
  faults.PRICES_TIMES_100,
  faults.INVERTED_PRICES,
  faults.SWAPPED_NAMES,
  faults.otherMeaning('XRP', '0.07'),
];

const CLOCKS_MS: readonly Millis[] = [-60, -3, -0.5, 0.5, 3, 60].map((minutes) => minutes * MINUTE_MS);

/** Random faults of a week. Called once per slot; the same seed gives the same week. */
export class WeekFaults {
  readonly ill = new Map<string, Illness>();
  readonly counts: Record<string, number> = {};
  readonly #options: WeekFaultsOptions;
  #onlineAt: Millis | undefined;
  #slots = 0;

  constructor(options: WeekFaultsOptions) {
    this.#options = options;
  }

  get isOffline(): boolean {
    return this.#onlineAt !== undefined;
  }

  /** Events of a slot in order, with their time after its beginning. */
  during(slot: Millis): readonly (readonly [after: Millis, event: WeekEvent])[] {
    const events = [...this.#planned(slot), ...this.#ofExchanges(slot), ...this.#ofNetwork(slot)];
    const { random, rate } = this.#options;
    if (random.chance(rate * (this.isOffline ? RESTARTS_OFFLINE : RESTARTS)))
      events.push([this.#offset(), { kind: 'restarts', afterMs: this.#oneOf(DOWN_MS) }]);
    return events.toSorted(([a], [b]) => a - b);
  }

  *#planned(slot: Millis): Generator<readonly [Millis, WeekEvent]> {
    this.#slots += 1;
    for (const { slot: first, slots, fault, exchange } of this.#options.planned) {
      if (first !== this.#slots) continue;
      const until = slot + slots * SLOT_MS;
      if (exchange)
        yield [0, this.#fallsIll(exchange.key, { kind: exchange.kind, name: nameOf(fault), fault, until })];
      else yield [0, this.#goesOffline(fault, until)];
    }
  }

  #goesOffline(fault: RigFault | Unreachable, until: Millis): WeekEvent {
    this.#onlineAt = until;
    this.#count(`offline ${nameOf(fault)}`);
    return { kind: 'goes-offline', fault };
  }

  #fallsIll(key: string, illness: Illness): WeekEvent {
    this.ill.set(key, illness);
    this.#count(illness.name);
    return { kind: 'falls-ill', key, illness };
  }

  *#ofNetwork(slot: Millis): Generator<readonly [Millis, WeekEvent]> {
    const { random, rate } = this.#options;
    if (this.#onlineAt === undefined) {
      if (!random.chance(rate * GOES_OFFLINE)) return;
      const after = this.#offset();
      yield [after, this.#goesOffline(this.#oneOf(OFFLINE), slot + after + this.#oneOf(OFFLINE_MS))];
    } else if (this.#onlineAt < slot + SLOT_MS) {
      yield [Math.min(27 * SECOND_MS, Math.max(0, this.#onlineAt - slot)), { kind: 'is-online' }];
      this.#onlineAt = undefined;
    }
  }

  *#ofExchanges(slot: Millis): Generator<readonly [Millis, WeekEvent]> {
    const { keys, random, rate } = this.#options;
    for (const key of keys) {
      const illness = this.ill.get(key);
      if (illness === undefined) {
        if (!random.chance(rate * FALLS_ILL)) continue;
        const next = this.#illness(key, slot);
        if (next.kind === 'lies' || next.kind === 'old') {
          const liars = [...this.ill.values()].filter(({ kind }) => kind === 'lies' || kind === 'old').length;
          if (liars >= MAX_LIARS) continue;
        }
        yield [this.#offset(), this.#fallsIll(key, next)];
      } else if (illness.until <= slot) {
        this.ill.delete(key);
        yield [this.#offset(), { kind: 'gets-well', key }];
      }
    }
  }

  #illness(key: string, slot: Millis): Illness {
    const { random } = this.#options;
    const until = slot + SLOT_MS * Math.ceil(MAX_ILL_SLOTS * random.next() ** 2);
    const ill = (kind: FaultKind, fault: RigFault | Unreachable): Illness => {
      return { kind, fault, name: nameOf(fault), until };
    };
    switch (Math.floor(random.next() * 8)) {
      case 0:
      case 1:
        return ill('lies', this.#oneOf(LIES));
      case 2:
        return ill('old', this.#behind(key));
      case 3:
        return ill('old', this.#frozen(key, slot));
      case 4:
        return ill('clock', this.#clock());
      case 5:
        return random.chance(0.5) ? ill('fewer', faults.HALF_GONE) : ill('clock', faults.cachedFor(240));
      default:
        return ill('fails', this.#oneOf(FAILURES));
    }
  }

  #behind(key: string): RigFault {
    const { shownBy } = this.#options;
    return {
      name: 'five minutes behind',
      instruments: (now) => (now.length === 0 ? now : shownBy(key, clockOf(now) - BEHIND_MS)),
    };
  }

  #frozen(key: string, slot: Millis): RigFault {
    const shown = this.#options.shownBy(key, slot);
    return { name: 'frozen', instruments: () => shown };
  }

  /** Off by a constant, or off by another amount after a while, when it jumps. */
  #clock(): RigFault {
    const skew = faults.clockSkew(this.#oneOf(CLOCKS_MS));
    if (!this.#options.random.chance(0.3)) return skew;
    const other = faults.clockSkew(this.#oneOf(CLOCKS_MS));
    let answers = 0;
    return {
      name: 'a clock that jumps',
      get clockAheadMs() {
        return (answers < 20 ? skew : other).clockAheadMs!;
      },
      instruments: (shown) => (answers++ < 20 ? skew : other).instruments!(shown),
    };
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Whole seconds, before the slot's readings start. */
  #offset(): Millis {
    return SECOND_MS * Math.floor(this.#options.random.next() * 25);
  }

  #oneOf<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#options.random.next() * choices.length)]!;
  }
}

function nameOf(fault: RigFault | Unreachable): string {
  return typeof fault === 'string' ? fault : fault.name;
}
