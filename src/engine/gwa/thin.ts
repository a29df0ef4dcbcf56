import type { Methodology } from '../methodology.ts';
import { gemanMcClure } from './robust-step.ts';

type Gwa = Methodology['gwa'];

/** A market with a weight in the solution, from the view of one of its assets. */
export interface Opinion {
  /** The x that the market implies for the asset, minus its x in the solution, in logarithms. */
  readonly offset: number;
  readonly deviation: number;
  /** The exchanges that could set the market alone: those of a weak market that are not of tier A. */
  readonly settableBy: readonly number[];
}

/** The pull of an exchange through the markets that it can set, and the resistance of these markets to a move up or down. */
interface Reach {
  pull: number;
  up: number;
  down: number;
}

/**
 * Whether one untrusted exchange could move the solution by more than `thinMove`, up or down, against the markets that it cannot
 * set. The current position of these markets counts: markets that the value has already been pulled away from lose their
 * influence easily, so a value that is being moved now is flagged as well.
 */
export function isThin(opinions: readonly Opinion[], gwa: Gwa): boolean {
  if (opinions.every(({ settableBy }) => settableBy.length === 0)) return false;
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
 * The maximum pull of a market with this deviation on the solution in the last steps: z / sd, weighted by z, is largest at width
 * / sqrt(3).
 */
function pullOf(deviation: number, { gemanMcClureWidth: width }: Gwa): number {
  return (width * 9) / 16 / Math.sqrt(3) / deviation;
}

/**
 * The resistance of a market that lies `ahead` in the direction of a move of the solution by `thinMove`. If the move ends beyond
 * the market, this is its maximum pull on the way; otherwise it is negative: the help of the market at the end of the move.
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
