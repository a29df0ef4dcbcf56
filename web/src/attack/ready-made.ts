import type { IndexReceipt } from '@tidemark/sdk';
import { hostileLine, NO_ATTACK, withAlteration, type Attack } from './alteration.ts';

export interface ReadyMade {
  readonly title: string;
  readonly about: string;
  /** Undefined if the attack is not possible on this index. */
  attack(receipt: IndexReceipt): Attack | undefined;
}

export const READY_MADE: readonly ReadyMade[] = [
  {
    title: 'One exchange × 10',
    about: 'The exchange with the largest weight reports ten times its price.',
    attack: (receipt) => altered(byWeight(receipt).slice(0, 1), 1, { priceTimes: 10 }),
  },
  {
    title: 'Fake volume × 1000',
    about:
      'The exchange with the smallest weight reports a thousand times its volume and a price 2 % too high.',
    attack: (receipt) => altered(byWeight(receipt).slice(-1), 1, { priceTimes: 1.02, volumeTimes: 1000 }),
  },
  {
    title: 'Two colluding exchanges',
    about:
      'Two exchanges report a price 2 % too high and a hundred times their volume: the two with the largest weight outside tier A.',
    attack: (receipt) => altered(colluders(receipt), 2, { priceTimes: 1.02, volumeTimes: 100 }),
  },
  {
    title: 'Three collude',
    about: 'The three exchanges with the largest weight report a price 2 % too high.',
    attack: (receipt) => altered(byWeight(receipt).slice(0, 3), 3, { priceTimes: 1.02 }),
  },
  {
    title: 'New exchange',
    about:
      'An exchange that joined today, with trust 0, reports a price 2 % too high and ten times the largest volume of all.',
    // Constituents of a liquid index are chosen in a review.
    attack: (receipt) =>
      receipt.indexType === 'MWA' ? { ...NO_ATTACK, hostile: [hostileLine(receipt, 1)] } : undefined,
  },
];

function altered(
  ids: readonly string[],
  needed: number,
  change: Parameters<typeof withAlteration>[2],
): Attack | undefined {
  if (ids.length < needed) return undefined;
  return ids.reduce((attack, id) => withAlteration(attack, id, change), NO_ATTACK);
}

/** Accepted exchanges, largest weight first. */
function accepted({ exchanges, constituents }: IndexReceipt) {
  return [...(exchanges ?? constituents ?? [])].sort((a, b) => Number(b.share) - Number(a.share));
}

function byWeight(receipt: IndexReceipt): string[] {
  return accepted(receipt).map(({ exchangeId }) => exchangeId);
}

/** Includes exchanges of tier A only if there are not two others. */
function colluders(receipt: IndexReceipt): string[] {
  return accepted(receipt)
    .sort((a, b) => Number(a.tier === 'A') - Number(b.tier === 'A'))
    .slice(0, 2)
    .map(({ exchangeId }) => exchangeId);
}
