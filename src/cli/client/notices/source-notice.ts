import type { Fetch } from '../../../../sdk/src/node.ts';
import { plain } from './plain.ts';

const HEADER = 'tidemark-source';

/** Describes data that are not live; undefined for live data. */
export function notLiveText(source: string | undefined): string | undefined {
  if (source === undefined) return undefined;
  return source === 'simulator' ? 'simulated data, no real prices' : `not live: data from ${plain(source)}`;
}

/** A short form, for use within a line. */
export function shortSourceText(source: string | undefined): string | undefined {
  return source === 'simulator' ? 'simulated' : notLiveText(source);
}

/** Reads from responses whether their data are live, and reports non-live data once. */
export class SourceNotice {
  #source: string | undefined;
  #isShown = false;

  /** The source that responses name; undefined for live data. */
  get source(): string | undefined {
    return this.#source;
  }

  /** The notice, on the first call that has one; then undefined. */
  takeNotice(source = this.#source): string | undefined {
    if (this.#isShown || source === undefined) return undefined;
    this.#isShown = true;
    return notLiveText(source);
  }

  /** Wraps `fetch` to read the source from each response. */
  wrap(ask: Fetch): Fetch {
    return async (url, init) => {
      const response = await ask(url, init);
      this.#source = response.headers.get(HEADER) ?? this.#source;
      return response;
    };
  }
}
