import type { Candle } from '../../core/candle.ts';
import { candleId, candleText } from '../../latest/candle-text.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';

/** Up to `size` end-of-day records; where there are more, it says where to go on. `incomplete`: what they lack. */
export function candlePage(candles: readonly Candle[], size: number, incomplete?: string): PreparedAnswer {
  const shown = candles.slice(0, size);
  const last = shown.at(-1);
  const ending = last && candles.length > size ? `],"nextId":"${candleId(last)}"}` : ']}';
  const bytes = Buffer.from(`{"content":[${shown.map(candleText).join()}${ending}`);
  return new PreparedAnswer(bytes, undefined, incomplete);
}
