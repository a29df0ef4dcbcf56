import { signal } from '@preact/signals';
import { Backoff } from '../data/backoff.ts';
import { afterAnswer, isComing, type Missing } from '../data/missing.ts';
import type { PageData } from '../data/page-data.ts';
import type { Quote } from '../data/quote.ts';
import { grown, withLast, type Bar } from './bar.ts';
import { mergeBars, loadBars, PAGE, type Page } from './bars.ts';
import { INTERVAL_MS, type Interval } from './intervals.ts';

/** `held`: there are values, but none was newly computed. */
export type ChartState = 'loading' | 'shown' | 'empty' | 'held' | { readonly error: unknown };

/** The first and the longest wait before requesting parts again that the service is still filling in. */
const FILL_FIRST_MS = 3000;
const FILL_LONGEST_MS = 20_000;

/**
 * The bars of one index: the newest first, older ones on demand, the last one live. Parts that the service is
 * still filling in are requested again until they are complete.
 */
export class ChartData {
  readonly state = signal<ChartState>('loading');
  /** Incremented when bars other than the last have changed. */
  readonly version = signal(0);
  /** Incremented when a tick has changed the last bar. */
  readonly ticks = signal(0);
  /** Known missing parts, oldest first. */
  readonly missing = signal<readonly Missing[]>([]);
  /** Called with the last bar after a tick has changed it. */
  onLast: (bar: Bar) => void = () => undefined;
  readonly #page: PageData;
  readonly #indexId: string;
  readonly #interval: Interval;
  readonly #ended = new AbortController();
  readonly #ends: (() => void)[];
  /** Reconnects before this object was created: only later ones matter. */
  readonly #reconnects: number;
  #bars: readonly Bar[] = [];
  /** Start of the oldest response. */
  #from: number | undefined;
  #hasRecords = false;
  /** Ends of the requested parts; undefined: the newest. */
  readonly #asked = new Set<number | undefined>();
  readonly #fillWaits = new Backoff(FILL_FIRST_MS, FILL_LONGEST_MS);
  #isFilling = false;
  #fillTimer: ReturnType<typeof setTimeout> | undefined;
  #hasAll = false;
  #isLoading = false;

  constructor(page: PageData, indexId: string, interval: Interval) {
    this.#page = page;
    this.#indexId = indexId;
    this.#interval = interval;
    this.#reconnects = page.live.reconnects.peek();
    this.#ends = [
      page.live.follow([indexId]),
      page.live.onFrame((changed) => changed.has(indexId) && this.#onFrame()),
      page.live.reconnects.subscribe((count) => count > this.#reconnects && void this.reload()),
    ];
    void this.reload();
  }

  get bars(): readonly Bar[] {
    return this.#bars;
  }

  get indexId(): string {
    return this.#indexId;
  }

  get interval(): Interval {
    return this.#interval;
  }

  /** Reloads the newest bars; known older ones are kept. */
  reload(): Promise<void> {
    return this.#load(undefined);
  }

  /** Whether there are no older bars. */
  get hasAll(): boolean {
    return this.#hasAll;
  }

  async loadOlder(): Promise<void> {
    if (this.#from !== undefined && !this.#hasAll && !this.#isLoading) await this.#load(this.#from);
  }

  /** Loads a page of older bars if the loaded ones do not reach back far enough. */
  async reachBack(to: number): Promise<void> {
    if (this.#from !== undefined && this.#from > to) await this.loadOlder();
  }

  /** Time of the newest value; of the clock before the first. */
  get now(): number {
    return this.#page.live.newest.peek() || this.#page.clock.now();
  }

  close(): void {
    this.#ended.abort();
    clearTimeout(this.#fillTimer);
    for (const end of this.#ends) end();
  }

  get #quote(): Quote | undefined {
    return this.#page.live.quote(this.#indexId);
  }

  async #load(before: number | undefined): Promise<void> {
    this.#isLoading = true;
    const known = this.#quote?.id;
    const { signal } = this.#ended;
    let answer: Page;
    try {
      const { now } = this;
      answer = await loadBars(this.#page.tidemark, this.#indexId, this.#interval, { before, now, signal });
    } catch (error) {
      // What is drawn stays; the next reconnect, or the reader, retries.
      if (!signal.aborted && this.#bars.length === 0) this.state.value = { error };
      return;
    } finally {
      // Listeners of these bars may request older ones at once.
      this.#isLoading = false;
    }
    this.#take(answer, before);
    // The response includes everything published before the request.
    if (this.#quote?.id !== known) this.#grow();
    this.state.value = this.#bars.length > 0 ? 'shown' : this.#hasRecords ? 'held' : 'empty';
    this.#noteMissing(answer, before);
    this.version.value++;
  }

  #noteMissing({ from, missing }: Page, before: number | undefined): void {
    this.#asked.add(before);
    const known = this.missing.peek();
    this.missing.value = afterAnswer(known, { from, to: before ?? Infinity }, missing);
    this.#fillLater();
  }

  #fillLater(): void {
    if (this.#ended.signal.aborted || this.#isFilling || this.#fillTimer !== undefined) return;
    if (!this.missing.peek().some(isComing)) return this.#fillWaits.reset();
    this.#fillTimer = setTimeout(() => void this.#fill(), this.#fillWaits.next());
  }

  /** Requests again what is still being filled in. */
  async #fill(): Promise<void> {
    const coming = this.missing.peek().filter(isComing);
    const length = PAGE * INTERVAL_MS[this.#interval];
    const isWanted = (before: number | undefined) => {
      const to = before ?? Infinity;
      const from = (before ?? this.now) - length;
      return coming.some((part) => part.from < to && part.to > from);
    };
    this.#fillTimer = undefined;
    this.#isFilling = true;
    for (const before of [...this.#asked].filter(isWanted)) await this.#load(before);
    this.#isFilling = false;
    this.#fillLater();
  }

  #take({ bars, hasRecords, from, isLast }: Page, before: number | undefined): void {
    this.#hasRecords ||= hasRecords;
    const isAll = before === undefined ? this.#bars.length === 0 && isLast : isLast;
    this.#hasAll ||= isAll;
    if (from < (this.#from ?? Infinity)) this.#from = from;
    this.#bars = before === undefined ? this.#newest(bars) : mergeBars(this.#bars, bars);
  }

  /**
   * A pause longer than one response leaves a hole that nothing would fill: then everything before it is
   * dropped.
   */
  #newest(bars: readonly Bar[]): readonly Bar[] {
    const [first] = bars;
    const before = first && this.#bars.findLast(({ at }) => at < first.at);
    if (!first || !before) return mergeBars(this.#bars, bars);
    const isKnown = this.#bars.some(({ at }) => at === first.at);
    if (isKnown || before.at + INTERVAL_MS[this.#interval] >= first.at) return mergeBars(this.#bars, bars);
    this.#hasAll = false;
    this.#from = first.at;
    return mergeBars(
      this.#bars.filter(({ at }) => at >= first.at),
      bars,
    );
  }

  #onFrame(): void {
    const last = this.#bars.at(-1);
    const bar = last && this.#grow();
    if (!bar) return;
    this.onLast(bar);
    this.ticks.value++;
    // The service has better data for the completed bar: its volume, and held ticks.
    if (bar.at !== last.at && this.#interval !== '30s') void this.reload();
  }

  /** The last bar with the newest value, which may have arrived during a request. */
  #grow(): Bar | undefined {
    const quote = this.#quote;
    const last = this.#bars.at(-1);
    const bar = quote && last && grown(last, quote, this.#interval);
    if (bar) this.#bars = withLast(this.#bars, bar);
    return bar;
  }
}
