import { maskOf, type Flag, type FlagMask, type SeriesId } from '../../src/core/index-value.ts';
import { DAY_MS, dayStart, formatDatetime, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { ServiceProcess } from '../support/service-process.ts';

export const PAGE_SIZE = 2000;

interface IndexTicker extends SeriesId {
  readonly price: string;
  readonly volume: string;
  readonly timestamp: string;
  readonly flags?: readonly Flag[];
}

interface Page {
  readonly content: readonly IndexTicker[];
  readonly nextId?: string;
}

/** The values of a series, the newest first. */
export interface SeriesValues {
  readonly ats: Float64Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  readonly flags: readonly FlagMask[];
}

export function pagePath({ indexId }: SeriesId, at: Millis): string {
  return `/v3/index-ticker?indexId=${indexId}&timestamp=${formatDatetime(at)}&size=${PAGE_SIZE}`;
}

/** Pages of a service over complete past days. */
export class IndexPages {
  readonly firstAt: Millis;
  readonly lastAt: Millis;
  readonly #service: ServiceProcess;
  readonly #token: string;

  private constructor(service: ServiceProcess, token: string, days: number) {
    this.#service = service;
    this.#token = token;
    this.lastAt = dayStart(Date.now());
    this.firstAt = this.lastAt - days * DAY_MS + SLOT_MS;
  }

  static async of(service: ServiceProcess, days: number): Promise<IndexPages> {
    return new IndexPages(service, await service.token(), days);
  }

  /** Uncompressed by default: compressing costs more than generating most pages. */
  async text(path: string, encoding = 'identity'): Promise<string> {
    const headers = { authorization: `Bearer ${this.#token}`, 'accept-encoding': encoding };
    const answer = await fetch(this.#service.baseUrl + path, { headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.text();
  }

  /** The series with a value at the first instant: they also have one at every later instant. */
  async series(): Promise<SeriesId[]> {
    const timestamp = formatDatetime(this.firstAt);
    const series: SeriesId[] = [];
    let path = `/v3/index-ticker?timestamp=${timestamp}&size=${PAGE_SIZE}`;
    for (;;) {
      const { content, nextId } = await this.#page(path);
      const there = content.filter((ticker) => ticker.timestamp === timestamp);
      series.push(...there.map(({ indexType, indexId }) => ({ indexType, indexId })));
      if (there.length < content.length || nextId === undefined) return series;
      path = `/v3/index-ticker?startAfter=${nextId}&size=${PAGE_SIZE}`;
    }
  }

  /** All values of a series in these days. */
  async values(series: SeriesId): Promise<SeriesValues> {
    const tickers: IndexTicker[] = [];
    for (let path: string | undefined = pagePath(series, this.lastAt); path !== undefined;) {
      const { content, nextId } = await this.#page(path);
      tickers.push(...content.filter(({ timestamp }) => Date.parse(timestamp) >= this.firstAt));
      const isDone = nextId === undefined || Date.parse(content.at(-1)!.timestamp) <= this.firstAt;
      path = isDone
        ? undefined
        : `/v3/index-ticker?indexId=${series.indexId}&startAfter=${nextId}&size=${PAGE_SIZE}`;
    }
    return {
      ats: Float64Array.from(tickers, ({ timestamp }) => Date.parse(timestamp)),
      prices: Float64Array.from(tickers, ({ price }) => Number(price)),
      volumes: Float64Array.from(tickers, ({ volume }) => Number(volume)),
      flags: tickers.map(({ flags = [] }) => maskOf(...flags)),
    };
  }

  async #page(path: string): Promise<Page> {
    return JSON.parse(await this.text(path)) as Page;
  }
}

/** Full pages of random series that start at random instants; no page is returned twice. */
export class RandomPages {
  readonly #series: readonly SeriesId[];
  readonly #firstAt: Millis;
  readonly #instants: number;
  readonly #drawn = new Set<number>();

  constructor(series: readonly SeriesId[], { firstAt, lastAt }: Pick<IndexPages, 'firstAt' | 'lastAt'>) {
    this.#series = series;
    // A page also checks whether there is one more value.
    this.#firstAt = firstAt + PAGE_SIZE * SLOT_MS;
    this.#instants = (lastAt - this.#firstAt) / SLOT_MS + 1;
  }

  next(): string {
    const pages = this.#series.length * this.#instants;
    if (this.#drawn.size >= pages) throw new Error(`there are only ${pages} different pages`);
    let page: number;
    do page = Math.floor(Math.random() * pages);
    while (this.#drawn.has(page));
    this.#drawn.add(page);
    const series = this.#series[Math.floor(page / this.#instants)]!;
    return pagePath(series, this.#firstAt + (page % this.#instants) * SLOT_MS);
  }
}
