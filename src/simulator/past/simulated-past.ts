import type { Market } from '../../core/market.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { PastSeries, PastYear } from '../../history/history-store.ts';
import type {
  DaySpan,
  FirstTick,
  Instants,
  ModelledBatch,
  ModelledPrices,
  PastModel,
  ValuedSeries,
  SeriesSelection,
} from '../../sources/past.ts';
import type { SimulatedWorld } from '../world.ts';
import { AlternatingMemory } from './batch-memory.ts';
import { dayRecords } from './day-records.ts';
import { modelledDay, modelledInstant } from './modelled-day.ts';
import { SeamBridge } from './seam-bridge.ts';
import { SeriesModel } from './series-model.ts';

export interface SimulatedPastInput {
  readonly world: SimulatedWorld;
  readonly seed: string;
}

/** The past of a simulated world. */
export class SimulatedPast implements PastModel {
  readonly markets: readonly Market[];
  readonly #model: SeriesModel;
  readonly #launched: ReadonlyMap<string, Millis>;
  readonly #memory = new AlternatingMemory();

  constructor({ world, seed }: SimulatedPastInput) {
    this.#model = new SeriesModel(world, seed);
    this.markets = world.reference.markets;
    this.#launched = new Map(
      world.assets.map(({ asset, launchedYear }) => [asset.id, Date.UTC(launchedYear, 0)]),
    );
  }

  /** Opens the past from the input that `PreparedSimulator` provides. */
  static open(input: unknown): SimulatedPast {
    return new SimulatedPast(input as SimulatedPastInput);
  }

  launchedAt(assetId: string): Millis {
    return this.#launched.get(assetId) ?? -Infinity;
  }

  series(): ValuedSeries[] {
    return this.#model.series();
  }

  records(span: DaySpan, wanted: SeriesSelection, firstTick?: FirstTick): Generator<PastYear> {
    return dayRecords(this.#model, span, wanted, this.#bridgeTo(firstTick));
  }

  values(
    day: Millis,
    upTo: Millis,
    wanted: SeriesSelection,
    firstTick?: FirstTick,
  ): Generator<ModelledBatch> {
    const bridge = this.#bridgeTo(firstTick);
    return modelledDay(this.#model, day, upTo, wanted, { memory: this.#memory, bridge });
  }

  instant(at: Millis, wanted: SeriesSelection, firstTick?: FirstTick): Generator<PastSeries> {
    return modelledInstant(this.#model, at, wanted, this.#bridgeTo(firstTick));
  }

  *prices(
    { first, stepMs, count }: Instants,
    wanted: SeriesSelection,
    firstTick?: FirstTick,
  ): Generator<ModelledPrices> {
    const run = { first: first / SLOT_MS, step: stepMs / SLOT_MS, count };
    const bridge = this.#bridgeTo(firstTick);
    for (const modelled of this.#model.prices(run, wanted))
      yield bridge ? { ...modelled, prices: bridge.applyToPrices(modelled, run) } : modelled;
  }

  #bridgeTo(firstTick: FirstTick | undefined): SeamBridge | undefined {
    return firstTick && new SeamBridge(this.#model, firstTick.at, firstTick.prices);
  }
}
