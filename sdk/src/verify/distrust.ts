import type { CallOptions } from '../api.ts';
import type { DayHead, IndexReceipt, IndexTicker, IntegrityHead } from '../contract.ts';
import { HistoryRewrittenError, UncheckableError, ValueRefutedError } from './errors.ts';
import { Pins } from './pins.ts';
import { tickDifferences } from './tick-differences.ts';
import { verifyHead, type IntegrityKeys, type Signatures } from './verify-head.ts';
import { isProvable, verifyReceipt } from './verify-receipt.ts';

/** What is asked of a service that is not believed. `Tidemark` is one. */
export interface Distrusted {
  receipt(tick: { readonly id: string }, options?: CallOptions): Promise<IndexReceipt>;
  /** The newest. */
  head(options?: CallOptions): Promise<IntegrityHead>;
  /** Of all days that are over, oldest first. */
  heads(options?: CallOptions): AsyncIterable<DayHead>;
}

export interface DistrustOptions extends CallOptions {
  /** The share of ticks that are computed again (0.01). */
  readonly verify?: number;
  /** What chooses them, from 0 up to 1 (`Math.random`): the service cannot know which it will be. */
  readonly random?: () => number;
  /**
   * What `integrityKeys` of the client answers. Given as a function they are asked for again when a head has another one.
   * Without keys heads are held to what they were, but their signatures are not checked.
   */
  readonly keys?: IntegrityKeys | (() => Promise<IntegrityKeys>);
  /** Those of earlier runs. */
  readonly pins?: Pins;
  /** How often heads are asked for, by the time of the ticks (an hour). Infinity: never. */
  readonly headsEveryMs?: number;
  /**
   * Where something cannot be checked: a receipt whose inputs are gone, a service that does not answer, no Ed25519 here. By
   * default it is thrown.
   */
  readonly onUnchecked?: (error: unknown, tick: IndexTicker) => void;
  /** In place of the platform's, for tests. */
  readonly signatures?: Signatures;
}

/** Values that no tick was computed for have no receipt. */
const WITHOUT_RECEIPT: readonly string[] = ['MODELLED', 'SEEDED'];
const HOUR_MS = 3_600_000;

/**
 * The same ticks, some of which were computed again before they are passed on, from a service that is held to the history
 * that it has shown. Throws a ValueRefutedError or a HistoryRewrittenError.
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
  /** Signatures that were found right: days do not change, and there are more of them each time. */
  readonly #right = new Set<string>();

  constructor(service: Distrusted, options: DistrustOptions) {
    this.#service = service;
    this.#options = options;
    this.#pins = options.pins ?? new Pins();
  }

  async look(tick: IndexTicker): Promise<void> {
    const { verify = 0.01, random = Math.random, headsEveryMs = HOUR_MS } = this.#options;
    const at = Date.parse(tick.timestamp);
    // Its time is what the service says: a leap, or none at all, is a reason to look and not one to stop looking.
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
    // One that nothing could be computed from is not to be read any further.
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

  /** Only what is signed is held to: what came from elsewhere must not stay in the pins. */
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

  /** Throws where one is wrong. Where they cannot be checked, answers why: heads are held to what they were all the same. */
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
