import type { Candle } from '../../core/candle.ts';
import { candleId, candleText } from '../../latest/candles/candle-text.ts';
import { listAnswer } from '../../latest/answers/list-answer.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';

/**
 * Up to `size` end-of-day records; where there are more, it says where to go on. Written in turns of the event loop.
 * `incomplete`: what they lack.
 */
export function candlePage(
  candles: readonly Candle[],
  size: number,
  nextTurn: () => Promise<void>,
  incomplete?: string,
): Promise<PreparedAnswer> {
  const shown = candles.slice(0, size);
  const last = shown.at(-1);
  const ending = last && candles.length > size ? `],"nextId":"${candleId(last)}"}` : ']}';
  return listAnswer(shown, candleText, ending, nextTurn, incomplete);
}
