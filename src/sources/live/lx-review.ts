import type { LxDefinition } from '../../core/lx-definition.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import { chooseConstituents, type VolumeOf } from '../../engine/lx/lx-constituents.ts';
import { methodologyAt } from '../../engine/methodology.ts';

/** The quarter that an instant lies in begins here, UTC. */
function quarterOf(at: Millis): Millis {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3);
}

/**
 * What the liquid indices are made from: reviewed when there is something to review for the first time, and then with the
 * first change of the reference data in every quarter. In between a definition stays, whatever volumes do.
 */
export class LxReview {
  readonly #remember: (definitions: readonly LxDefinition[]) => void;
  #definitions: readonly LxDefinition[];

  constructor(known: readonly LxDefinition[], remember: (definitions: readonly LxDefinition[]) => void) {
    this.#definitions = known;
    this.#remember = remember;
  }

  definitionsFor(data: ReferenceData, volumeOf: VolumeOf, at: Millis): readonly LxDefinition[] {
    const [current] = this.#definitions;
    if (current && quarterOf(current.from) === quarterOf(at)) return this.#definitions;
    const methodology = methodologyAt(at);
    const chosen = chooseConstituents(data, volumeOf, at, methodology);
    if (chosen.every(({ constituents }) => constituents.length === 0)) return this.#definitions;
    this.#definitions = chosen;
    this.#remember(chosen);
    return chosen;
  }
}
