import { byType, FLAGS, type Flag, type FlagMask, type IndexType } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { carryState, type EngineState } from '../../engine/engine-state.ts';
import type { EngineReference } from '../../engine/engine-reference.ts';
import { computeTick } from '../../engine/engine.ts';
import type { Methodology } from '../../engine/methodology.ts';
import type { Hash } from '../../engine/record/tick-record.ts';
import type { TickInput } from '../../engine/tick-input.ts';
import type { TickOutput, ValueColumns } from '../../engine/tick-output.ts';
import type { RecomputedTick } from './recomputation.ts';
import { StateTrail } from './state-trail.ts';

const BPS = 1e4;

export interface LargestDifference {
  readonly bps: number;
  readonly name: string;
  readonly indexId: string;
  readonly at: Millis;
  readonly recorded: number;
  readonly computed: number;
}

/** Differences between the values of one index type. Prices are compared; volumes and flags are counted separately. */
export interface TypeDifferences {
  /** Values that both versions publish. */
  compared: number;
  same: number;
  under1Bp: number;
  from1To10Bps: number;
  from10To50Bps: number;
  over50Bps: number;
  max: LargestDifference | undefined;
  /** Values that only the recorded version publishes, and values that only the other version does. */
  onlyRecorded: number;
  onlyComputed: number;
  otherVolume: number;
  otherFlags: number;
  /** Flags that only the other version sets, and flags that only the recorded version sets. */
  readonly flags: Record<Flag, { gained: number; lost: number }>;
}

export interface VersionComparisonReport {
  readonly types: Readonly<Record<IndexType, TypeDifferences>>;
  /** Compared ticks, by the version they were recorded with. */
  readonly recordedWith: Map<string, number>;
  compared: number;
  warmUp: number;
  /** The first and the last compared tick. */
  firstCompared: Millis | undefined;
  lastCompared: Millis | undefined;
  /** Ticks at which the other version started from the recorded state, including the first. */
  readonly starts: Millis[];
}

export interface VersionComparisonOptions {
  readonly methodology: Methodology;
  /** The number of ticks computed after each start before values are compared. */
  readonly warmUpTicks: number;
  /** Earlier ticks are only used to warm up. */
  readonly from: Millis;
  readonly hash: Hash;
}

/**
 * Recomputes recorded ticks with another version of the methodology and compares the values.
 *
 * The other version keeps its own state from tick to tick. It starts from the recorded state of the first tick, as a service does
 * at a change of version, and restarts after every tick that does not continue the previous one: inputs are missing or damaged,
 * or the service had lost its state. After each start, `warmUpTicks` ticks are computed but not compared, so that state left by
 * the recorded version (anchors, holds) fades first.
 */
export class VersionComparison {
  readonly report: VersionComparisonReport = {
    types: byType(noDifferences),
    recordedWith: new Map(),
    compared: 0,
    warmUp: 0,
    firstCompared: undefined,
    lastCompared: undefined,
    starts: [],
  };
  readonly #options: VersionComparisonOptions;
  readonly #trail: StateTrail;
  #lastState: { readonly reference: EngineReference; readonly state: EngineState } | undefined;
  #warmedTicks = 0;

  constructor(options: VersionComparisonOptions) {
    this.#options = options;
    this.#trail = new StateTrail(options.hash);
  }

  /** The next published tick, recomputed as it was recorded. */
  add(tick: RecomputedTick): void {
    const { methodology, warmUpTicks, from } = this.#options;
    const { input, record, reference } = tick;
    const origin = this.#trail.follow(tick);
    if (origin !== 'follows') this.#lastState = undefined;
    const state = this.#stateFor(reference, input);
    const output = computeTick(reference, { ...input, state }, methodology);
    this.#lastState = { reference, state: output.state };
    const isWarm = this.#warmedTicks >= warmUpTicks;
    this.#warmedTicks++;
    if (!isWarm || input.at < from) {
      this.report.warmUp++;
      return;
    }
    const { recordedWith } = this.report;
    recordedWith.set(record.methodology, (recordedWith.get(record.methodology) ?? 0) + 1);
    this.report.compared++;
    this.report.firstCompared ??= input.at;
    this.report.lastCompared = input.at;
    this.#compare(reference, tick.output, output);
  }

  /** A tick that was recorded but never published. */
  skip(reference: EngineReference | undefined): void {
    if (reference) this.#trail.carry(reference);
  }

  /** A published tick that cannot be recomputed: the state after it is unknown. */
  break(): void {
    this.#trail.break();
    this.#lastState = undefined;
  }

  #stateFor(reference: EngineReference, { at, state }: TickInput): EngineState {
    if (!this.#lastState) {
      this.#warmedTicks = 0;
      this.report.starts.push(at);
      return state;
    }
    const { reference: before, state: lastState } = this.#lastState;
    return before === reference ? lastState : carryState(lastState, before, reference);
  }

  #compare(reference: EngineReference, recorded: TickOutput, computed: TickOutput): void {
    const { at } = recorded;
    const { symbols, base, quote, marketIds, assetIds, lx } = reference;
    this.#compareColumns('MWA', at, recorded.mwa, computed.mwa, (m) => ({
      name: `${symbols[base[m]!]}_${symbols[quote[m]!]}`,
      indexId: marketIds[m]!,
    }));
    this.#compareColumns('GWA', at, recorded.gwa, computed.gwa, (asset) => ({
      name: symbols[asset]!,
      indexId: assetIds[asset]!,
    }));
    for (const { name, indexId } of lx)
      compareValues(this.report.types.LX, {
        at,
        recorded: recorded.lx.find((value) => value.indexId === indexId),
        computed: computed.lx.find((value) => value.indexId === indexId),
        named: () => ({ name, indexId }),
      });
  }

  #compareColumns(
    type: IndexType,
    at: Millis,
    recorded: ValueColumns,
    computed: ValueColumns,
    named: (i: number) => NamedSeries,
  ): void {
    const differences = this.report.types[type];
    for (let i = 0; i < recorded.price.length; i++)
      compareValues(differences, {
        at,
        recorded: valueIn(recorded, i),
        computed: valueIn(computed, i),
        named: () => named(i),
      });
  }
}

interface NamedSeries {
  readonly name: string;
  readonly indexId: string;
}

interface ComparableValue {
  readonly price: number;
  readonly volume: number;
  readonly flags: FlagMask;
}

interface ValuePair {
  readonly at: Millis;
  readonly recorded: ComparableValue | undefined;
  readonly computed: ComparableValue | undefined;
  readonly named: () => NamedSeries;
}

function valueIn({ price, volume, flags }: ValueColumns, i: number): ComparableValue | undefined {
  return price[i] === 0 ? undefined : { price: price[i]!, volume: volume[i]!, flags: flags[i]! };
}

function compareValues(differences: TypeDifferences, { at, recorded, computed, named }: ValuePair): void {
  if (!recorded || !computed) {
    if (recorded) differences.onlyRecorded++;
    if (computed) differences.onlyComputed++;
    return;
  }
  differences.compared++;
  if (recorded.volume !== computed.volume) differences.otherVolume++;
  countFlags(differences, recorded.flags, computed.flags);
  const bps = (Math.abs(computed.price - recorded.price) / recorded.price) * BPS;
  differences[bucketOf(bps)]++;
  if (bps <= (differences.max?.bps ?? 0)) return;
  differences.max = { bps, at, ...named(), recorded: recorded.price, computed: computed.price };
}

function bucketOf(bps: number) {
  if (bps === 0) return 'same';
  if (bps < 1) return 'under1Bp';
  if (bps < 10) return 'from1To10Bps';
  return bps <= 50 ? 'from10To50Bps' : 'over50Bps';
}

function countFlags(differences: TypeDifferences, recorded: FlagMask, computed: FlagMask): void {
  if (recorded === computed) return;
  differences.otherFlags++;
  FLAGS.forEach((flag, bit) => {
    const [before, after] = [(recorded >> bit) & 1, (computed >> bit) & 1];
    if (after > before) differences.flags[flag].gained++;
    if (after < before) differences.flags[flag].lost++;
  });
}

function noDifferences(): TypeDifferences {
  return {
    compared: 0,
    same: 0,
    under1Bp: 0,
    from1To10Bps: 0,
    from10To50Bps: 0,
    over50Bps: 0,
    max: undefined,
    onlyRecorded: 0,
    onlyComputed: 0,
    otherVolume: 0,
    otherFlags: 0,
    flags: Object.fromEntries(
      FLAGS.map((flag) => [flag, { gained: 0, lost: 0 }]),
    ) as TypeDifferences['flags'],
  };
}

/** Whether no ticker in the inputs has an age: releases before methodology 3 did not record it. */
export function lacksAges({ tickers: { k, age } }: Pick<TickInput, 'tickers'>): boolean {
  let hasTicker = false;
  for (let i = 0; i < k.length; i++) {
    if (k[i]! < 0) continue;
    if (age[i]! >= 0) return false;
    hasTicker = true;
  }
  return hasTicker;
}
