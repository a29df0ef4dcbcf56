import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { wholeNumberParameter } from '../../../contract/parameter-kinds.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { inSeconds, MAX_BARS, readBars, type Bar } from './bars.ts';
import { refuse } from './errors.ts';
import { FROM, RESOLUTION, SYMBOL, TEXT, TO } from './parameters.ts';
import { INDEX_ACCESS, udfRoute, type UdfParts } from './udf-route.ts';

/** `/history`: bars of an index. */
export function historyRoute(parts: UdfParts): DataRoute {
  return udfRoute(parts, {
    path: '/history',
    access: INDEX_ACCESS,
    query: {
      ...SYMBOL,
      ...RESOLUTION,
      from: FROM,
      to: { ...TO, required: true },
      countback: {
        kind: wholeNumberParameter(1, MAX_BARS),
        description: 'Number of bars before to; from is then ignored',
      },
      currencyCode: TEXT,
      unitId: TEXT,
    },
    answer: async (call) => {
      const { symbol, resolution: interval, from, to, countback } = call.query;
      const { series } = parts.symbols.find(call.grant as Grant, symbol);
      if (countback !== undefined) {
        const { bars } = await readBars(parts, call, series, { interval, to, limit: countback });
        return { body: historyBody(bars, undefined) };
      }
      if (from === undefined) return refuse('from', 'is required without countback');
      if (from > to) return refuse('from', 'must not lie after to');
      const range = { interval, from, to, limit: MAX_BARS + 1 };
      const { bars, incomplete } = await readBars(parts, call, series, range);
      if (bars.length > MAX_BARS)
        return refuse('from', `has more than ${MAX_BARS} bars after it: ask for a shorter range`);
      if (bars.length > 0) return { body: historyBody(bars, undefined), incomplete };
      const earlier = await readBars(parts, call, series, { interval, to: from, limit: 1 });
      return { body: historyBody(bars, earlier.bars[0]), incomplete };
    },
  });
}

/** `earlier`: the last bar before the requested ones. */
function historyBody(bars: readonly Bar[], earlier: Bar | undefined): object {
  if (bars.length === 0) return { s: 'no_data', ...(earlier && { nextTime: inSeconds(earlier.at) }) };
  const flagged = bars.filter(({ flags }) => flags.length > 0);
  const hasVolume = bars.every(({ volume }) => volume !== undefined);
  return {
    s: 'ok',
    t: bars.map(({ at }) => inSeconds(at)),
    o: bars.map(({ open }) => open),
    h: bars.map(({ high }) => high),
    l: bars.map(({ low }) => low),
    c: bars.map(({ close }) => close),
    ...(hasVolume && { v: bars.map(({ volume }) => volume) }),
    ...(flagged.length > 0 && { tidemark_flags: flagged.map(({ at, flags }) => [inSeconds(at), flags]) }),
  };
}
