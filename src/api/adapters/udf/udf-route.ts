import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import type { DataOrigin } from '../../../core/data-origin.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { Type } from '../../../contract/schema.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import type { Parameters, Values } from '../../http/routing/parameters.ts';
import { dataRoute, type AnyRoute, type DataRoute } from '../../http/routing/route.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';
import type { Symbols, SymbolSource } from './symbols.ts';

export interface UdfSource extends SymbolSource {
  readonly reader: ResourceReader;
  readonly indexTickers: IndexTickers;
  readonly marketSpeed: number;
  readonly turns: LoopTurns;
  readonly origin: DataOrigin;
}

export interface UdfParts extends UdfSource {
  readonly symbols: Symbols;
}

/** A request of a UDF client. */
export interface UdfCall<Q extends Parameters> extends AdapterCall {
  readonly query: Values<Q>;
}

export interface UdfAnswer {
  readonly body: unknown;
  /** Missing parts of the requested range, as in the header `Tidemark-Incomplete`. */
  readonly incomplete?: string | undefined;
  /** By default until the next tick. */
  readonly maxAgeSeconds?: number;
}

interface UdfRoute<Q extends Parameters> {
  readonly path: string;
  readonly access: AnyRoute['access'];
  readonly query?: Q;
  /** Refuses indices that the token may not read. */
  readonly answer: (call: UdfCall<Q>) => UdfAnswer | Promise<UdfAnswer>;
}

/** Indices can be read with a scope for ticks, days or both. */
export const INDEX_ACCESS = ['read:index-ticker', 'read:ohlcv', 'read:LX'] as const;

export function udfRoute<Q extends Parameters = Record<never, never>>(
  { indexTickers, marketSpeed }: Pick<UdfSource, 'indexTickers' | 'marketSpeed'>,
  { path, access, query, answer }: UdfRoute<Q>,
): DataRoute {
  return dataRoute({
    path,
    operationId: `udf${path}`,
    summary: 'As data feeds of TradingView charts',
    tag: 'UDF',
    object: 'Candle',
    access,
    query: (query ?? {}) as Parameters,
    response: Type.Object({}),
    handle: async (call) => {
      const untilTick = freshUntilNextTick(indexTickers.at, call.marketTime, marketSpeed);
      const made = await answer({ ...call, query: call.query as Values<Q> });
      const { body, incomplete, maxAgeSeconds = untilTick } = made;
      return {
        prepared: new PreparedAnswer(Buffer.from(JSON.stringify(body)), undefined, incomplete),
        maxAgeSeconds,
      };
    },
  });
}
