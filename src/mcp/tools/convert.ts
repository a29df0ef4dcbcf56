import type { IndexTicker } from '../../../sdk/src/contract.ts';
import { text } from '../inputs.ts';
import { assetSelectors, firstFound } from '../names.ts';
import { STALE_VALUE_MS } from '../../core/index-value.ts';
import { parseDatetime } from '../../core/time.ts';
import { Refusal, type McpService } from '../service.ts';
import { tool } from '../tool.ts';
import { earliestOf, flagsOf, shownValue } from '../values.ts';

/** The tick between two requests changes prices at most once. */
const TRIES = 3;

export const convert = tool({
  name: 'convert',
  title: 'Conversion',
  description:
    'Converts an amount of one asset into another at their latest reference prices in USD, which the answer shows. Currencies such as EUR are assets.',
  operations: ['listIndexTickers', 'convert'],
  inputs: {
    from: { kind: text, description: 'The asset to convert: its symbol, slug or id', required: true },
    to: { kind: text, description: 'The asset to convert into', required: true },
    amount: { kind: text, description: 'A plain decimal, such as "2.5" (default: "1")' },
  },
  answer: async ({ from, to, amount = '1' }, service) => {
    let ends = await endsOf(service, from, to);
    for (let tried = 1; ; tried++) {
      const [{ indexId: fromAssetId }, { indexId: toAssetId }] = ends;
      const { body } = await service.read('convert', { fromAssetId, toAssetId, amount });
      const after = await endsOf(service, fromAssetId, toAssetId);
      const isOfSameTick = after.every(({ timestamp }, end) => timestamp === ends[end]!.timestamp);
      ends = after;
      if (!isOfSameTick && tried < TRIES) continue;
      if (!isOfSameTick) throw new Refusal('the prices change faster than they can be read: ask again');
      const [first, second] = ends;
      const time = earliestOf(first.timestamp, second.timestamp);
      if (parseDatetime(time)! < (await service.now()) - STALE_VALUE_MS)
        throw new Refusal(`the latest price of one of the assets is of ${time}: too old to convert with`);
      return {
        time,
        flags: flagsOf(first, second),
        data: {
          amount,
          from: { name: from, ...shownValue(first) },
          to: { name: to, ...shownValue(second) },
          result: body.amount,
          rate: body.rate,
        },
      };
    }
  },
});

async function endsOf(
  service: McpService,
  from: string,
  to: string,
): Promise<readonly [from: IndexTicker, to: IndexTicker]> {
  return [await priceOf(service, from), await priceOf(service, to)];
}

function priceOf(service: McpService, name: string): Promise<IndexTicker> {
  return firstFound(name, assetSelectors(name), async ({ assetId, ...named }) => {
    const selector = assetId === undefined ? named : { indexId: assetId };
    return (await service.read('listIndexTickers', { ...selector, indexType: 'GWA' })).body.content[0];
  });
}
