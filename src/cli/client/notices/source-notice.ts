import type { Fetch } from '../../../../sdk/src/node.ts';
import { plain } from './plain.ts';

const HEADER = 'tidemark-source';

/** What is said of data that are not live; undefined of those that are. */
export function notLiveText(source: string | undefined): string | undefined {
  if (source === undefined) return undefined;
  return source === 'simulator' ? 'simulated data, no real prices' : `not live: data from ${plain(source)}`;
}

/** The same in a few words, for a line that says more. */
export function sourceWords(source: string | undefined): string | undefined {
  return source === 'simulator' ? 'simulated' : notLiveText(source);
}

/** Hears from answers whether their data are live, which the service marks, and says so once. */
export class SourceNotice {
  #source: string | undefined;
  #isTold = false;

  /** What answers said; undefined of live data. */
  get source(): string | undefined {
    return this.#source;
  }

  /** What is to be said, the first time that something is. */
  untold(source = this.#source): string | undefined {
    if (this.#isTold || source === undefined) return undefined;
    this.#isTold = true;
    return notLiveText(source);
  }

  /** The same `fetch`, listened to. */
  heard(ask: Fetch): Fetch {
    return async (url, init) => {
      const response = await ask(url, init);
      this.#source = response.headers.get(HEADER) ?? this.#source;
      return response;
    };
  }
}
