import type { IndexQuality } from '../../../sdk/src/contract.ts';
import { texts } from '../inputs.ts';
import { firstFound, indexSelectors } from '../names.ts';
import { tool } from '../tool.ts';
import { flagsOf, latestOf } from '../values.ts';

const MAX_NAMES = 20;

export const quality = tool({
  name: 'quality',
  title: 'Quality of prices',
  description:
    'How well founded the latest reference prices are: how many exchanges were accepted and refused, how far their medians are apart, and how hard the price is to move. oneExchangeBps bounds what one exchange could move it by; exchangesToMove1Percent must collude to move it by 1 % without a flag.',
  operations: ['listIndexQuality'],
  inputs: {
    names: {
      kind: texts(MAX_NAMES),
      description: 'Assets, markets, liquid indices, or ids of indices',
      required: true,
    },
  },
  answer: async ({ names }, service) => {
    const found: (IndexQuality & { readonly name: string })[] = [];
    for (const name of names) {
      const record = await firstFound(
        name,
        indexSelectors(name),
        async (selector) => (await service.read('listIndexQuality', selector)).body.content[0],
      );
      found.push({ name, ...record });
    }
    const [first, ...others] = found;
    return {
      time: latestOf(first!.timestamp, ...others.map(({ timestamp }) => timestamp)),
      flags: flagsOf(...found),
      data: { indices: found },
    };
  },
});
