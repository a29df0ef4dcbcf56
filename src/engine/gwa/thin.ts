import type { Methodology } from '../methodology.ts';
import { gemanMcClure } from './solve-rates.ts';

type Gwa = Methodology['gwa'];

/** A market with a weight in the solution, as one of its assets sees it. */
export interface Opinion {
  /** What it says of the asset, less where the solution stands, in logarithms. */
  readonly offset: number;
  readonly deviation: number;
  /** Who alone could set it: the exchanges of a weak market that are not of tier A. */
  readonly settableBy: readonly number[];
}

/** What an exchange could do through the markets that it can set, and what these would do against a move up or down. */
interface Reach {
  pull: number;
  up: number;
  down: number;
}

/**
 * Whether one untrusted exchange could move the solution by more than `thinMove`, up or down, against the markets that it
 * cannot set. Where these stand counts: what an exchange has pulled away already is easily let go of again, so a value
 * that it moves now is told of as well.
 */
export function isThin(opinions: readonly Opinion[], gwa: Gwa): boolean {
  const all: Reach = { pull: 0, up: 0, down: 0 };
  const own = new Map<number, Reach>();
  for (const { offset, deviation, settableBy } of opinions) {
    const [up, down] = [resistanceOf(deviation, offset, gwa), resistanceOf(deviation, -offset, gwa)];
    all.up += up;
    all.down += down;
    for (const exchange of settableBy) {
      const known = own.get(exchange) ?? { pull: 0, up: 0, down: 0 };
      known.pull += pullOf(deviation, gwa);
      known.up += up;
      known.down += down;
      own.set(exchange, known);
    }
  }
  for (const { pull, up, down } of own.values())
    if (pull > all.up - up || pull > all.down - down) return true;
  return false;
}

/**
 * The most that a market of that deviation pulls the solution, in the last steps: z / sd, weighed by z, is largest at
 * width / sqrt(3).
 */
function pullOf(deviation: number, { gemanMcClureWidth: width }: Gwa): number {
  return (width * 9) / 16 / Math.sqrt(3) / deviation;
}

/**
 * How a market that lies `ahead` in the direction of a move of the solution by `thinMove` pulls back: where the move ends
 * beyond it, the most on the way; where it does not, below 0, what the market helps at the end of the move.
 */
function resistanceOf(deviation: number, ahead: number, gwa: Gwa): number {
  const strongest = (gwa.gemanMcClureWidth * deviation) / Math.sqrt(3);
  const [from, to] = [-ahead, gwa.thinMove - ahead];
  if (from > strongest) return pullAt(from, deviation, gwa);
  return to > strongest ? pullOf(deviation, gwa) : pullAt(to, deviation, gwa);
}

function pullAt(distance: number, deviation: number, { gemanMcClureWidth: width }: Gwa): number {
  return (distance / (deviation * deviation)) * gemanMcClure(distance / deviation, width);
}
