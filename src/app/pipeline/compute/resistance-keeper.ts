import type { TimedLoop } from '../../../core/async/loop.ts';
import { LoopTurns } from '../../../core/async/loop-turns.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import {
  carryFigures,
  resistanceFigures,
  type ResistanceFigures,
} from '../../../engine/quality/resistance-figures.ts';
import type { EngineVersion } from './engine-version.ts';
import type { ComputedTick } from './index-computer.ts';

const REFRESH_MS: Millis = HOUR_MS;

type PublishedTick = Pick<ComputedTick, 'version' | 'input' | 'run' | 'methodology'>;

/**
 * A refresh gets a tenth of the thread (`LoopTurns`), then pauses for as long as it took: at most a twentieth
 * of a core.
 */
const PAUSE_RATIO = 1;

/** Computes resistance figures once per hour of market time and after new listings, in slices, so that no tick waits. */
export class ResistanceKeeper {
  readonly #loop: TimedLoop;
  readonly #turns: LoopTurns;
  readonly #onFailure: (error: Error) => void;
  /** Tick and reference data of the last refresh that began. */
  #last: { readonly at: Millis; readonly reference: EngineVersion['reference'] } | undefined;
  #pausedUntil = -Infinity;
  #refreshing: Promise<void> | undefined;
  #figures: ResistanceFigures | undefined;
  /** The figures are in the order of this version. */
  #version: EngineVersion | undefined;

  constructor(loop: TimedLoop, onFailure: (error: Error) => void) {
    this.#loop = loop;
    this.#turns = new LoopTurns(loop);
    this.#onFailure = onFailure;
  }

  /** The newest figures, in the order of the given version; undefined until the first refresh is done. */
  figuresFor(version: EngineVersion): ResistanceFigures | undefined {
    if (this.#figures && this.#version && this.#version !== version) {
      this.#figures = carryFigures(this.#figures, this.#version.reference, version.reference);
      this.#version = version;
    }
    return this.#figures;
  }

  /** Called after each tick is published: begins a refresh if one is due. */
  offer(tick: PublishedTick): void {
    if (this.#refreshing || this.#loop.now() < this.#pausedUntil || !this.#isDue(tick)) return;
    const start = this.#loop.now();
    this.#last = { at: tick.input.at, reference: tick.version.reference };
    this.#refreshing = this.#refresh(tick)
      .catch((error: unknown) => this.#onFailure(error as Error))
      .finally(() => {
        this.#refreshing = undefined;
        const end = this.#loop.now();
        this.#pausedUntil = end + PAUSE_RATIO * (end - start);
      });
  }

  #isDue({ version: { reference }, input: { at } }: PublishedTick): boolean {
    if (!this.#last || at - this.#last.at >= REFRESH_MS) return true;
    const known = this.#last.reference;
    if (known === reference) return false;
    return (
      reference.marketIds.some((id) => known.marketIndex(id) === undefined) ||
      reference.assetIds.some((id) => known.assetIndex(id) === undefined)
    );
  }

  async settled(): Promise<void> {
    await this.#refreshing;
  }

  async #refresh({ version, input, run, methodology }: PublishedTick): Promise<void> {
    const work = resistanceFigures({ reference: version.reference, input, run, methodology });
    this.#figures = await this.#turns.run(work, true);
    this.#version = version;
  }
}
