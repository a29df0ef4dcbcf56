import { decimalFromNumber, formatDecimal } from '../../../../src/core/numbers/decimal.ts';
import type { Millis } from '../../../../src/core/time.ts';
import { hashText, rehash, symmetric, unit } from '../../../../src/simulator/hash.ts';
import type { RigWorld } from '../rig-world.ts';

/** A trade on an exchange of the rig. Numbers are decimals in text. */
export interface RigTrade {
  readonly base: string;
  readonly quote: string;
  readonly id: number;
  readonly price: string;
  readonly amount: string;
  readonly timestamp: Millis;
  readonly side: 'buy' | 'sell';
}

export type RigMarket = Pick<RigTrade, 'base' | 'quote'>;

const FIRST_ID = 100_000_001;
const STRAY = 2e-4;
const PRICE_DIGITS = 7;
const AMOUNT_DECIMALS = 8;

/** The trades on each exchange of the rig, in order of execution, at the prices of the world. */
export class RigTape {
  readonly #world: RigWorld;
  readonly #byExchange = new Map<string, RigTrade[]>();
  #count = 0;

  constructor(world: RigWorld) {
    this.#world = world;
  }

  /** Creates a trade: near the last price of the market, with an amount that depends on its number. */
  trade(exchange: string, { base, quote }: RigMarket, at: Millis): RigTrade {
    const count = this.#count++;
    const hash = hashText(`${exchange} ${base} ${quote} ${count}`);
    const usd = this.#world.usdOf(base, at) / this.#world.usdOf(quote, at);
    const trade: RigTrade = {
      base,
      quote,
      id: FIRST_ID + count,
      price: decimalText(Number((usd * (1 + STRAY * symmetric(hash))).toPrecision(PRICE_DIGITS))),
      amount: decimalText(Number((0.00000001 + unit(rehash(hash)) * 2).toFixed(AMOUNT_DECIMALS))),
      timestamp: at,
      side: unit(rehash(hash + 1)) < 0.5 ? 'buy' : 'sell',
    };
    this.add(exchange, trade);
    return trade;
  }

  add(exchange: string, trade: RigTrade): void {
    const own = this.#byExchange.get(exchange);
    if (own) own.push(trade);
    else this.#byExchange.set(exchange, [trade]);
  }

  of(exchange: string): readonly RigTrade[] {
    return this.#byExchange.get(exchange) ?? [];
  }
}

function decimalText(value: number): string {
  return formatDecimal(decimalFromNumber(value));
}
