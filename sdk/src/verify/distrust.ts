import type { CallOptions } from '../api.ts';
import type { DayHead, IndexReceipt, IndexTicker, IntegrityHead } from '../contract.ts';
import { HistoryRewrittenError, UncheckableError, ValueRefutedError } from './errors.ts';
import { Pins } from './pins.ts';
import { tickDifferences } from './tick-differences.ts';
import { verifyHead, type IntegrityKeys, type Signatures } from './verify-head.ts';
import { isProvable, verifyReceipt } from './verify-receipt.ts';

/** The calls to a service that is not trusted. `Tidemark` implements it. */
export interface Distrusted {
  receipt(tick: { readonly id: string }, options?: CallOptions): Promise<IndexReceipt>;
  /** The newest head. */
  head(options?: CallOptions): Promise<IntegrityHead>;
  /** Heads of all complete days, oldest first. */
  heads(options?: CallOptions): AsyncIterable<DayHead>;
}

export interface DistrustOptions extends CallOptions {
  /** Share of ticks to recompute (0.01). */
  readonly verify?: number;
  /** Chooses them, from 0 up to 1 (`Math.random`): the service cannot predict which. */
  readonly random?: () => number;
  /**
   * The result of the client's `integrityKeys`. A function is called again when a head has another key.
   * Without keys, heads are compared with earlier ones, but their signatures are not checked.
   */
  readonly keys?: IntegrityKeys | (() => Promise<IntegrityKeys>);
  /** Pins of earlier runs. */
  readonly pins?: Pins;
  /** Interval of head requests, in time of the ticks (an hour). Infinity: never. */
  readonly headsEveryMs?: number;
  /**
   * Called if something cannot be checked: a receipt whose inputs are gone, a service that does not answer,
   * no Ed25519 on this platform. By default it is thrown.
   */
  readonly onUnchecked?: (error: unknown, tick: IndexTicker) => void;
  /** Replaces the platform's implementation in tests. */
  readonly signatures?: Signatures;
}

/** Values without a computed tick have no receipt. */
const WITHOUT_RECEIPT: readonly string[] = ['MODELLED', 'SEEDED'];
const HOUR_MS = 3_600_000;

/**
 * Passes ticks on, recomputes some of them first, and checks that the service does not change the history it
 * has shown. Throws a ValueRefutedError or a HistoryRewrittenError.
 */
export async function* distrust<T extends IndexTicker>(
  service: Distrusted,
  ticks: AsyncIterable<T>,
  options: DistrustOptions = {},
): AsyncGenerator<T, void, undefined> {
  const doubt = new Doubt(service, options);
  for await (const tick of ticks) {
    await doubt.look(tick);
    yield tick;
  }
}

class Doubt {
  readonly #service: Distrusted;
  readonly #options: DistrustOptions;
  readonly #pins: Pins;
  #keys: IntegrityKeys | undefined;
  #headsAt = -Infinity;
  /** Verified signatures: heads of days do not change, and their number grows. */
  readonly #right = new Set<string>();

  constructor(service: Distrusted, options: DistrustOptions) {
    this.#service = service;
    this.#options = options;
    this.#pins = options.pins ?? new Pins();
  }

  async look(tick: IndexTicker): Promise<void> {
    const { verify = 0.01, random = Math.random, headsEveryMs = HOUR_MS } = this.#options;
    const at = Date.parse(tick.timestamp);
    // The time comes from the service: a leap, or an invalid time, must not prevent the check.
    if (headsEveryMs < Infinity && !(Math.abs(at - this.#headsAt) < headsEveryMs)) {
      this.#headsAt = at;
      await this.#orUnchecked(tick, () => this.#lookAtHeads());
    }
    if (random() < verify) await this.#orUnchecked(tick, () => this.#compute(tick));
  }

  async #orUnchecked(tick: IndexTicker, check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const isFound = error instanceof ValueRefutedError || error instanceof HistoryRewrittenError;
      if (isFound || !this.#options.onUnchecked) throw error;
      this.#options.onUnchecked(error, tick);
    }
  }

  async #compute(tick: IndexTicker): Promise<void> {
    const flag = WITHOUT_RECEIPT.find((each) =>
      (tick.flags as readonly string[] | undefined)?.includes(each),
    );
    if (flag !== undefined) throw new UncheckableError(`a value that is ${flag} has no receipt`);
    const receipt = await this.#service.receipt({ id: tick.id }, this.#options);
    const { isRight, isChecked, isBound, computed, differences } = verifyReceipt(receipt);
    // If nothing could be computed, the receipt is not compared further.
    const ofTick = computed || !isChecked ? tickDifferences(tick, receipt) : [];
    const all = [...ofTick, ...(isChecked && !isRight ? differences : [])];
    if (all.length > 0) throw new ValueRefutedError(tick, receipt, all);
    this.#pins.see({ slot: receipt.timestamp, recordHash: receipt.recordHash });
    if (isChecked && !isBound && isProvable(receipt))
      throw new UncheckableError('the receipt has no proof: nothing binds it to what was signed');
    if (!isChecked)
      throw new UncheckableError(
        `a value of methodology ${receipt.methodology} needs a newer version of this code`,
      );
  }

  /** Only signed heads are pinned: data from elsewhere must not stay in the pins. */
  async #lookAtHeads(): Promise<void> {
    const { signal } = this.#options;
    const ofDays: DayHead[] = [];
    for await (const head of this.#service.heads({ signal })) ofDays.push(head);
    const newest = await this.#service.head({ signal });
    const unchecked = await this.#checkSignatures([...ofDays, newest]);
    for (const head of ofDays) this.#pins.see({ ...head, isOfDay: true });
    this.#pins.missing(ofDays);
    this.#pins.see(newest);
    if (unchecked) throw unchecked;
  }

  /**
   * Throws if one is wrong. If they cannot be checked, returns the reason; heads are still compared with
   * earlier ones.
   */
  async #checkSignatures(heads: readonly IntegrityHead[]): Promise<UncheckableError | undefined> {
    let unchecked: UncheckableError | undefined;
    for (const head of heads)
      try {
        await this.#checkSignature(head);
      } catch (error) {
        if (!(error instanceof UncheckableError)) throw error;
        unchecked ??= error;
      }
    return unchecked;
  }

  async #checkSignature(head: IntegrityHead): Promise<void> {
    const keys = await this.#keysFor(head);
    const signed = JSON.stringify([head.slot, head.recordHash, head.keyId, head.signature, head.algorithm]);
    if (!keys || this.#right.has(signed)) return;
    const { isRight, isChecked, because = '' } = await verifyHead(head, keys, this.#options.signatures);
    if (!isChecked) throw new UncheckableError(`signatures cannot be checked: ${because}`);
    if (isRight) return void this.#right.add(signed);
    const { slot, recordHash } = head;
    throw new HistoryRewrittenError(`the head of ${slot} is not signed: ${because}`, { slot, recordHash });
  }

  async #keysFor({ keyId }: IntegrityHead): Promise<IntegrityKeys | undefined> {
    const { keys } = this.#options;
    if (typeof keys !== 'function') return keys;
    if (!this.#keys?.keys.some(({ kid }) => kid === keyId)) this.#keys = await keys();
    return this.#keys;
  }
}
