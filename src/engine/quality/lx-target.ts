import { cappedVolumes, decideLx, NO_LX_MEMORY } from '../lx/lx.ts';
import type { LxRun } from '../lx/run-lx.ts';
import type { CollusionTarget } from './collusion.ts';
import type { ResistanceInput } from './resistance-input.ts';

/** The same as for markets. */
const VOLUME_TIMES = 1000;

/** A liquid index. Its candidates are the contributing exchanges; the price implied by other markets stays unchanged. */
export function lxTarget(
  { input, methodology }: ResistanceInput,
  { constituents, outcome }: LxRun,
): CollusionTarget {
  const honest = constituents.filter((constituent) => constituent.outcome === 'ACCEPTED');
  return {
    published: outcome,
    candidates: honest.length,
    valueWith: (colluding, price) => {
      const prices = honest.map((constituent) => constituent.price);
      const volumes = honest.map(({ volume }) => volume);
      for (const i of colluding) {
        prices[i] = price;
        volumes[i] = outcome.volume * VOLUME_TIMES;
      }
      const believed = cappedVolumes(volumes, methodology.mwa.believedTimes);
      const votes = prices.map((own, i) => ({ price: own, volume: believed[i]! }));
      const implied = () => outcome.opinions?.a ?? 0;
      return decideLx(votes, true, implied, 0n, NO_LX_MEMORY, input.at, methodology);
    },
  };
}
