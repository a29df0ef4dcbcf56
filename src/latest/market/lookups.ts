import type { Catalogue } from '../../reference/catalogue.ts';
import type { LookupAnswers } from './lookup-answers.ts';
import type { ServedMarket } from './served-market.ts';

/** The current catalogue and its prepared answers. */
export class Lookups {
  readonly #versions: { readonly current: Pick<ServedMarket, 'catalogue' | 'answers'> };

  constructor(versions: { readonly current: Pick<ServedMarket, 'catalogue' | 'answers'> }) {
    this.#versions = versions;
  }

  get catalogue(): Catalogue {
    return this.#versions.current.catalogue;
  }

  get answers(): LookupAnswers {
    return this.#versions.current.answers;
  }
}
