import type { IndexReceipt } from '@tidemark/sdk';
import { NO_ATTACK, withAlteration, type Attack } from './alteration.ts';

export interface ReadyMade {
  readonly title: string;
  readonly about: string;
  attack(receipt: IndexReceipt): Attack;
}

export const READY_MADE: readonly ReadyMade[] = [
  {
    title: 'One exchange × 10',
    about: 'The exchange that weighs most says ten times its price.',
    attack: (receipt) => altered(byWeight(receipt).slice(0, 1), { priceTimes: 10 }),
  },
  {
    title: 'Fake volume × 1000',
    about: 'The exchange that weighs least reports a thousand times its volume, 2 % too high.',
    attack: (receipt) => altered(byWeight(receipt).slice(-1), { priceTimes: 1.02, volumeTimes: 1000 }),
  },
  {
    title: 'Three collude',
    about: 'The three exchanges that weigh most agree to say 2 % more.',
    attack: (receipt) => altered(byWeight(receipt).slice(0, 3), { priceTimes: 1.02 }),
  },
];

function altered(ids: readonly string[], change: Parameters<typeof withAlteration>[2]): Attack {
  return ids.reduce((attack, id) => withAlteration(attack, id, change), NO_ATTACK);
}

/** Those that count, the heaviest first. */
function byWeight({ exchanges, constituents }: IndexReceipt): string[] {
  return [...(exchanges ?? constituents ?? [])]
    .sort((a, b) => Number(b.share) - Number(a.share))
    .map(({ exchangeId }) => exchangeId);
}
