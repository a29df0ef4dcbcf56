import type { IndexQuality } from '@tidemark/sdk';
import { countText } from './number.ts';
import { numberIn } from './ticker.ts';

type Resistance = Pick<IndexQuality, 'oneExchangeBps' | 'exchangesToMove1Percent' | 'atLeast'>;

/** A limit in basis points, rounded up: the text is never less than what is possible. */
export function limitText(bps: number): string {
  const step = bps < 10 ? 10 : 1;
  // Removes rounding errors of the double: 3.1 x 10 is 31, not 31.000000000000004.
  return countText(Math.ceil(Number((bps * step).toPrecision(12))) / step, step === 10 ? 1 : 0);
}

/** Number of exchanges needed, such as `4` or `at least 12`; undefined if it was not computed. */
export function toMoveText({ exchangesToMove1Percent: count, atLeast }: Resistance): string | undefined {
  return count === undefined ? undefined : `${atLeast === true ? 'at least ' : ''}${countText(count)}`;
}

/** How hard it is to move a value, in one sentence; empty if it was not computed. */
export function resistanceText(resistance: Resistance): string {
  const bps = numberIn(resistance.oneExchangeBps);
  const toMove = toMoveText(resistance);
  if (bps === undefined && toMove === undefined) return '';
  if (bps === undefined)
    return `Moving it by 1 % takes ${toMove} ${resistance.exchangesToMove1Percent === 1 ? 'exchange' : 'exchanges'}.`;
  const one = `One exchange can move it by at most ${limitText(bps)} bps`;
  return toMove === undefined ? `${one}.` : `${one}; moving it by 1 % takes ${toMove}.`;
}
