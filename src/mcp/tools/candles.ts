import type { Candle } from '../../../sdk/src/contract.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { formatDatetime } from '../../core/time.ts';
import { choice, instant, text, wholeNumber } from '../inputs.ts';
import { firstFound, indexSelectors } from '../names.ts';
import { tool } from '../tool.ts';
import { flagsOf, unitOf } from '../values.ts';

const MAX_CANDLES = 100;
const USUAL_CANDLES = 24;

export const candles = tool({
  name: 'candles',
  title: 'Candles',
  description:
    'Open, high, low and close of an index, oldest first: the newest candles of a range, by default up to now. The last one may still be running (complete: false). expected, ticks and carried show how much of a candle is real; incomplete names missing parts of the range. Candles of 1d reach back over the full history, shorter ones 200 days.',
  operations: ['listCandles'],
  inputs: {
    name: {
      kind: text,
      description: 'An asset, a market, a liquid index, or the id of an index',
      required: true,
    },
    interval: { kind: choice(Object.keys(INTERVALS) as Interval[]), description: 'Length', required: true },
    from: { kind: instant, description: 'Only candles that begin at or after this time' },
    to: { kind: instant, description: 'Only candles that begin before this time' },
    limit: {
      kind: wholeNumber(1, MAX_CANDLES),
      description: `Maximum number of candles (default: ${USUAL_CANDLES})`,
    },
  },
  answer: async ({ name, interval, from, to, limit = USUAL_CANDLES }, service) => {
    const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const query = { interval, ...range, order: 'desc', size: limit } as const;
    const { body, incomplete } = await firstFound(name, indexSelectors(name), async (selector) => {
      const answer = await service.read('listCandles', { ...selector, ...query });
      // Only of a known index is anything missing.
      return answer.body.content.length + answer.incomplete.length > 0 ? answer : undefined;
    });
    const [newest] = body.content;
    return {
      time: newest ? timeOf(newest) : formatDatetime(await service.now()),
      flags: flagsOf(...body.content),
      data: {
        name,
        indexId: newest?.indexId,
        indexType: newest?.indexType,
        unit: newest && unitOf(newest.indexType),
        interval,
        candles: body.content.toReversed().map(shownCandle),
        hasMore: body.nextId !== undefined,
        incomplete,
      },
    };
  },
});

function timeOf({ complete, startTimestamp, endTimestamp }: Candle): string {
  return complete ? endTimestamp : startTimestamp;
}

function shownCandle(candle: Candle): object {
  const { startTimestamp, endTimestamp, open, high, low, close, volume24h, volume, vwap, twap } = candle;
  const { ticks, carried, expected, complete, flags = [] } = candle;
  const figures = { open, high, low, close, volume24h, volume, vwap, twap };
  return { startTimestamp, endTimestamp, ...figures, ticks, carried, expected, complete, flags };
}
