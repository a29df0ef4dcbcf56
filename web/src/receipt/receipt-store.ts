import { signal, type ReadonlySignal } from '@preact/signals';
import { ApiError, type IndexReceipt, type IndexTicker, type IntegrityHead } from '@tidemark/sdk';
import { isPermanent } from '../data/permanent.ts';
import type { PageData } from '../data/page-data.ts';
import { instantText } from '../format/time.ts';
import { NewestOnly } from './newest-only.ts';

/** A value with how it came about. */
export interface Told {
  readonly tick: IndexTicker;
  readonly receipt: IndexReceipt;
  /** The signed head of the same tick, where it was still the newest. */
  readonly head: IntegrityHead | undefined;
}

export type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly told: Told }
  /** There is no receipt, and why. */
  | { readonly kind: 'none'; readonly words: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Inputs of ticks are kept for so long. */
export const KEPT_MS = 86_400_000;
/** A new tick is followed by a new receipt, but not more often than this. */
const FOLLOW_MS = 5000;
/** A tick may pass between two questions. */
const TRIES = 3;
/** Of HTTP: not there, not there any more. */
const NONE: readonly number[] = [404, 410];
/** Values that were not computed from tickers. */
const WITHOUT_RECEIPT: Readonly<Record<string, string>> = {
  MODELLED: 'was made up by the model of the simulated past: it has no inputs, and so no receipt.',
  SEEDED: "was combined from exchanges' own candles: it has no receipt.",
};

/** The receipt of one index: of its newest tick, which is followed, or of one tick of the last day. */
export class ReceiptStore {
  readonly #page: PageData;
  readonly #indexId: string;
  readonly #ended = new AbortController();
  readonly #asks = new NewestOnly();
  readonly #shown = signal<Shown>({ kind: 'loading' });
  readonly #isLoading = signal(true);
  readonly #wanted = signal<number | undefined>(undefined);
  readonly #ends: (() => void)[];
  #askedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSeen = true;

  constructor(page: PageData, indexId: string) {
    this.#page = page;
    this.#indexId = indexId;
    this.#ends = [
      page.live.follow([indexId]),
      page.live.onFrame((changed) => changed.has(indexId) && this.#follow()),
    ];
    this.again();
  }

  /** What was asked for last, or what was shown before it while that is under way. */
  get shown(): ReadonlySignal<Shown> {
    return this.#shown;
  }

  get isLoading(): ReadonlySignal<boolean> {
    return this.#isLoading;
  }

  /** The tick that was chosen; undefined while the newest is followed. */
  get wanted(): ReadonlySignal<number | undefined> {
    return this.#wanted;
  }

  /** Of one tick; without it the newest, from now on. */
  see(at: number | undefined): void {
    this.#wanted.value = at;
    this.again();
  }

  /** Stays at what is shown. */
  hold(): void {
    const shown = this.#shown.peek();
    if (shown.kind === 'there') this.#wanted.value = Date.parse(shown.told.receipt.timestamp);
  }

  /** Only what is seen is followed. */
  set isSeen(isSeen: boolean) {
    this.#isSeen = isSeen;
    if (isSeen) this.#follow();
  }

  again(): void {
    this.#isLoading.value = true;
    this.#askedAt = this.#page.clock.now();
    this.#asks.run(() => this.#ask(this.#wanted.peek()));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
    for (const end of this.#ends) end();
  }

  #follow(): void {
    if (!this.#isSeen || this.#wanted.peek() !== undefined || this.#isLoading.peek()) return;
    const shown = this.#shown.peek();
    if (shown.kind === 'failed' && isPermanent(shown.error)) return;
    const newest = this.#page.live.quote(this.#indexId);
    // The live value may be the older of the two.
    if (shown.kind === 'there' && (!newest || newest.at <= Date.parse(shown.told.tick.timestamp))) return;
    const waitMs = this.#askedAt + FOLLOW_MS - this.#page.clock.now();
    clearTimeout(this.#timer);
    if (waitMs <= 0) this.again();
    else this.#timer = setTimeout(() => this.#follow(), waitMs);
  }

  async #ask(at: number | undefined): Promise<void> {
    const { signal: ended } = this.#ended;
    if (ended.aborted) return;
    let shown: Shown;
    try {
      shown = await (at === undefined ? this.#newest() : this.#past(at));
    } catch (error) {
      shown = noReceipt(error) ?? { kind: 'failed', error };
    }
    if (ended.aborted || this.#wanted.peek() !== at) return;
    this.#shown.value = shown;
    this.#isLoading.value = false;
    // A tick may have come meanwhile.
    if (shown.kind === 'there') this.#follow();
  }

  async #newest(): Promise<Shown> {
    const { tidemark } = this.#page;
    const options = { signal: this.#ended.signal };
    const both = () =>
      Promise.all([
        tidemark.read('listIndexTickers', { indexId: this.#indexId }, options),
        tidemark.head(options),
      ]);
    let [{ content }, head] = await both();
    for (let tried = 1; tried < TRIES && content[0]?.timestamp !== head.slot; tried++)
      [{ content }, head] = await both();
    const [tick] = content;
    if (!tick) return { kind: 'none', words: 'It has no value yet.' };
    return this.#told(tick, head.slot === tick.timestamp ? head : undefined);
  }

  async #past(at: number): Promise<Shown> {
    const timestamp = new Date(at).toISOString();
    const { content } = await this.#page.tidemark.read(
      'listIndexTickers',
      { indexId: this.#indexId, timestamp, size: 1 },
      { signal: this.#ended.signal },
    );
    const [tick] = content;
    if (!tick || Date.parse(tick.timestamp) !== at)
      return { kind: 'none', words: `No value was published at ${instantText(at)} UTC.` };
    return this.#told(tick, undefined);
  }

  async #told(tick: IndexTicker, head: IntegrityHead | undefined): Promise<Shown> {
    const words = tick.flags?.map((flag) => WITHOUT_RECEIPT[flag]).find((each) => each !== undefined);
    if (words !== undefined) {
      const at = instantText(Date.parse(tick.timestamp));
      return { kind: 'none', words: `The value of ${at} UTC ${words}` };
    }
    const receipt = await this.#page.askReceipt(tick.id, this.#ended.signal);
    return { kind: 'there', told: { tick, receipt, head } };
  }
}

/** The service says itself why it has none: mostly because inputs are kept for a day. */
function noReceipt(error: unknown): Shown | undefined {
  if (!(error instanceof ApiError) || !NONE.includes(error.httpStatus)) return undefined;
  return { kind: 'none', words: `There is no receipt of this tick: ${saidIn(error)}.` };
}

/** Without the code of HTTP before it. */
function saidIn({ message }: ApiError): string {
  return message.replace(/^\d+(?: [A-Z_]+)?: /, '');
}
