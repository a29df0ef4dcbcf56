import type { Candle } from '../../../sdk/src/contract.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
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
    name: { kind: text, description: 'An asset, a market, a liquid index, or the id of an index', required: true },
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
    let incomplete: readonly object[] = [];
    let hasMore = false;
    const newestFirst = await firstFound(name, indexSelectors(name), async (selector) => {
      const answer = await service.read('listCandles', { ...selector, ...query });
      incomplete = answer.incomplete;
      hasMore = answer.body.nextId !== undefined;
      return answer.body.content;
    });
    const [newest] = newestFirst;
    return {
      time: newest.complete ? newest.endTimestamp : newest.startTimestamp,
      flags: flagsOf(...newestFirst),
      data: {
        name,
        indexId: newest.indexId,
        indexType: newest.indexType,
        unit: unitOf(newest.indexType),
        interval,
        candles: newestFirst.toReversed().map(shownCandle),
        hasMore,
        incomplete,
      },
    };
  },
});

function shownCandle({ id: _id, indexId: _index, indexType: _type, interval: _, timestamp: __, ...candle }: Candle) {
  return { ...candle, flags: candle.flags ?? [] };
}
