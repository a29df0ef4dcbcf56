import type { CandleLength, CandleOrder, CandleReading, CandlesApi } from '../ports/candles-api.ts';
import type { MarketList } from '../ports/exchange-api.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { CcxtInstance } from './ccxt-library.ts';

interface WithCandles extends CcxtInstance {
  fetchOHLCV(symbol: string, length: CandleLength, since: number, limit: number): Promise<unknown>;
}

/** No exchange sends as many at once; a larger reply is refused. */
const MAX_ROWS = 10_000;

/** Candles of an exchange through ccxt, which knows their endpoints and layouts. */
export class CcxtCandles implements CandlesApi {
  readonly #exchange: CcxtExchange;

  constructor(exchange: CcxtExchange) {
    this.#exchange = exchange;
  }

  get key(): string {
    return this.#exchange.key;
  }

  async candles(
    list: MarketList,
    { symbol, length, from, count }: CandleOrder,
    signal: AbortSignal,
  ): Promise<readonly CandleReading[]> {
    const rows = await this.#exchange.ask(list, signal, (ccxt) => {
      if (ccxt.has['fetchOHLCV'] !== true) throw new PollFailure('refused', 'it has no candles');
      return (ccxt as WithCandles).fetchOHLCV(symbol, length, from, count);
    });
    if (!Array.isArray(rows) || rows.length > MAX_ROWS)
      throw new PollFailure('implausible', 'no list of candles');
    return rows.map(reading);
  }
}

/** ccxt returns [time, open, high, low, close, volume]; with `number: String` numbers stay texts. */
function reading(row: unknown): CandleReading {
  if (!Array.isArray(row)) return {};
  const [at, open, high, low, close, volume] = row as readonly unknown[];
  return {
    ...(typeof at === 'number' ? { at } : {}),
    ...text('open', open),
    ...text('high', high),
    ...text('low', low),
    ...text('close', close),
    ...text('volume', volume),
  };
}

function text<Name extends string>(name: Name, value: unknown): { [N in Name]?: string } {
  if (typeof value === 'number') return { [name]: String(value) } as { [N in Name]?: string };
  return typeof value === 'string' ? ({ [name]: value } as { [N in Name]?: string }) : {};
}
