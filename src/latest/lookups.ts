import type { Catalogue } from '../reference/catalogue.ts';
import { LookupAnswers } from './lookup-answers.ts';

/** The catalogue of this moment and its prepared answers. Replacing it is one assignment: no reader waits. */
export class Lookups {
  #catalogue: Catalogue;
  #answers: LookupAnswers;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#answers = new LookupAnswers(catalogue);
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get answers(): LookupAnswers {
    return this.#answers;
  }

  replace(next: Catalogue): void {
    if (next.version <= this.#catalogue.version)
      throw new RangeError('a newer catalogue needs a higher version');
    this.#catalogue = next;
    this.#answers = new LookupAnswers(next);
  }
}
