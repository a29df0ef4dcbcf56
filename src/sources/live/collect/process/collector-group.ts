import type { CollectorInput, CollectorShare, FollowedSymbol } from './collector-messages.ts';
import type { CollectorHandlers, RunningCollector, StartCollector } from './running-collector.ts';
import { inputPartOf, sharedExchangesOf } from './shared-input.ts';
import { sharesOf } from './shares.ts';

export interface CollectorGroupOptions {
  /** Number of processes; fewer if there are not enough exchanges that can be read separately. */
  readonly count: number;
  readonly input: CollectorInput;
  readonly handlers: CollectorHandlers;
  /** Starts one collector. */
  readonly start: StartCollector;
}

/**
 * Several collectors that act as one: each reads its own exchanges, and the death of one does not affect the others.
 */
export class CollectorGroup implements RunningCollector {
  readonly #collectors: readonly (Share & { readonly collector: RunningCollector })[];

  constructor({ count, input, handlers, start }: CollectorGroupOptions) {
    this.#collectors = sharesOfInput(input, count).map((share, number) => ({
      ...share,
      collector: start(share.input, {
        onMessage: (message) =>
          handlers.onMessage(message.kind === 'load' ? { ...message, collector: number } : message),
        onDeath: (death) => handlers.onDeath({ ...death, collector: number }),
      }),
    }));
  }

  get size(): number {
    return this.#collectors.length;
  }

  /** Keys of the exchanges that a collector may read, by its number. */
  exchangesOf(number: number): ReadonlySet<string> {
    return this.#collectors[number]?.exchanges ?? new Set();
  }

  /** Each collector gets the markets of its own exchanges, or an empty list if there are none. */
  follow(markets: readonly FollowedSymbol[]): void {
    for (const { collector, exchanges } of this.#collectors)
      collector.follow(markets.filter(({ exchange }) => exchanges.has(exchange)));
  }

  /** Each collector gets its own part. */
  async read(share: CollectorShare): Promise<void> {
    const derivatives = new Set(share.derivatives);
    await Promise.all(
      this.#collectors.map(({ collector, exchanges, input }) =>
        collector.read?.({
          exchanges: share.exchanges.filter((key) => exchanges.has(key)),
          derivatives: (input.derivatives ?? []).filter((key) => derivatives.has(key)),
          supply: share.supply && input.supply !== undefined,
        }),
      ),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#collectors.map(({ collector }) => collector.close()));
  }
}

interface Share {
  readonly input: CollectorInput;
  /** Keys of exchanges whose trades it can read. */
  readonly exchanges: ReadonlySet<string>;
}

function sharesOfInput(input: CollectorInput, count: number): readonly Share[] {
  const declared = new Map((input.declared ?? []).map((definition) => [definition.key, definition]));
  return sharesOf(sharedExchangesOf(input), count).map((keys, number) => {
    const own = inputPartOf(input, new Set(keys));
    const share: CollectorInput = {
      ...input,
      ...own,
      declared: own.exchanges.flatMap((key) => declared.get(key) ?? []),
      // One process is enough to request supplies.
      supply: number === 0 ? input.supply : undefined,
    };
    return { input: share, exchanges: new Set(own.exchanges) };
  });
}
