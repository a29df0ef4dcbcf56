import type { TimedLoop } from '../../core/loop.ts';
import { LoopTurns } from '../../core/loop-turns.ts';
import { HOUR_MS, type Millis } from '../../core/time.ts';
import {
  carryFigures,
  resistanceFigures,
  type ResistanceFigures,
} from '../../engine/quality/resistance-figures.ts';
import type { EngineVersion } from './engine-version.ts';
import type { ComputedTick } from './index-computer.ts';

const REFRESH_MS: Millis = HOUR_MS;

type ScenedTick = Pick<ComputedTick, 'version' | 'input' | 'run' | 'methodology'>;

/**
 * Computes the resistance figures of a published tick about once an hour, in short slices between the work of the thread, so
 * that no tick waits for them.
 */
export class ResistanceKeeper {
  readonly #loop: TimedLoop;
  readonly #turns: LoopTurns;
  readonly #onFailure: (error: Error) => void;
  /** When the last refresh began. */
  #begunAt = -Infinity;
  #refreshing: Promise<void> | undefined;
  #figures: ResistanceFigures | undefined;
  /** The version of the reference data in whose order the figures are. */
  #version: EngineVersion | undefined;

  constructor(loop: TimedLoop, onFailure: (error: Error) => void) {
    this.#loop = loop;
    this.#turns = new LoopTurns(loop);
    this.#onFailure = onFailure;
  }

  /** The newest figures, in the order of that version; undefined until the first refresh is done. */
  figuresFor(version: EngineVersion): ResistanceFigures | undefined {
    if (this.#figures && this.#version && this.#version !== version) {
      this.#figures = carryFigures(this.#figures, this.#version.reference, version.reference);
      this.#version = version;
    }
    return this.#figures;
  }

  /** Called after each tick is published: begins a refresh if one is due. */
  offer(tick: ScenedTick): void {
    const now = this.#loop.now();
    if (this.#refreshing || now - this.#begunAt < REFRESH_MS) return;
    this.#begunAt = now;
    this.#refreshing = this.#refresh(tick)
      .catch((error: unknown) => this.#onFailure(error as Error))
      .finally(() => (this.#refreshing = undefined));
  }

  /** Resolves when no refresh is under way. */
  async settled(): Promise<void> {
    await this.#refreshing;
  }

  async #refresh({ version, input, run, methodology }: ScenedTick): Promise<void> {
    const work = resistanceFigures({ reference: version.reference, input, run, methodology });
    this.#figures = await this.#turns.run(work, true);
    this.#version = version;
  }
}
