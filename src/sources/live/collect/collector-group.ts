import { hostFamilyOf } from '../../ccxt/host-family.ts';
import type { CollectorInput, FollowedMarket } from './collector-messages.ts';
import type { CollectorHandlers, RunningCollector, StartCollector } from './running-collector.ts';
import { sharesOf } from './shares.ts';

export interface CollectorGroupOptions {
  /** Processes; where there are fewer exchanges that can be read apart, there are fewer. */
  readonly count: number;
  readonly input: CollectorInput;
  readonly handlers: CollectorHandlers;
  /** Starts one of them. */
  readonly start: StartCollector;
}

/** Of an exchange that was never read. */
const USUAL_TICKERS = 500;

/** Several collectors that are one to the source: each reads its own exchanges, and the death of one leaves the others as they are. */
export class CollectorGroup implements RunningCollector {
  readonly #collectors: readonly (Pick<Share, 'exchanges'> & { readonly collector: RunningCollector })[];

  constructor({ count, input, handlers, start }: CollectorGroupOptions) {
    this.#collectors = sharesOfInput(input, count).map((share, number) => ({
      exchanges: share.exchanges,
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

  /** Each is told of the markets of its own exchanges, and of none where there are none any more. */
  follow(markets: readonly FollowedMarket[]): void {
    for (const { collector, exchanges } of this.#collectors)
      collector.follow(markets.filter(({ exchange }) => exchanges.has(exchange)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#collectors.map(({ collector }) => collector.close()));
  }
}

interface Share {
  readonly input: CollectorInput;
  /** Keys of exchanges whose trades it can follow. */
  readonly exchanges: ReadonlySet<string>;
}

/** Derivatives have the key of their interface, which may be that of the spot markets too. */
const DERIVATIVES_OF = 'derivatives ';

function sharesOfInput(input: CollectorInput, count: number): readonly Share[] {
  const declared = new Map((input.declared ?? []).map((definition) => [definition.key, definition]));
  const spot = input.exchanges.map((key) => ({
    key,
    asks: declared.get(key)?.hosts ?? [hostFamilyOf(key)],
    weight: input.expected?.[key] ?? USUAL_TICKERS,
  }));
  const derivatives = (input.derivatives ?? []).map((key) => ({
    key: DERIVATIVES_OF + key,
    asks: [hostFamilyOf(key)],
    weight: USUAL_TICKERS,
  }));
  return sharesOf([...spot, ...derivatives], count).map((keys, number) => {
    const own = new Set(keys);
    const exchanges = input.exchanges.filter((key) => own.has(key));
    const share: CollectorInput = {
      ...input,
      exchanges,
      declared: exchanges.flatMap((key) => declared.get(key) ?? []),
      derivatives: (input.derivatives ?? []).filter((key) => own.has(DERIVATIVES_OF + key)),
      // One of them is enough to ask for supplies.
      supply: number === 0 ? input.supply : undefined,
    };
    return { input: share, exchanges: new Set(exchanges) };
  });
}
