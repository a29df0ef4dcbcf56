import { tickDifferences } from '../../../sdk/src/verify/tick-differences.ts';
import { findReceipt, namesOf, VALUE_INPUTS } from '../receipts.ts';
import { tool } from '../tool.ts';
import { untrusted } from '../untrusted.ts';
import { unitOf } from '../values.ts';

const MAX_DIFFERENCES = 20;

export const check = tool({
  name: 'check',
  title: 'Check of a price',
  description:
    'Recomputes one reference price from the inputs in its receipt, compares it with the published value to the last digit, and checks that its proof leads from the value and every input to a signed head of the history. recomputedBy says where: only a check on your machine is independent of the service.',
  operations: ['listIndexTickers', 'explainIndexTicker'],
  inputs: VALUE_INPUTS,
  answer: async (which, service) => {
    const { receipt, value } = await findReceipt(service, which);
    const verdict = await service.recomputation.verify(receipt, await service.integrityKeys());
    const { isRight, isChecked, shows, headSlot, keyId, because, differences } = verdict;
    const unlisted = value ? tickDifferences(value, receipt) : [];
    const all = [...unlisted, ...differences];
    const isRefuted = unlisted.length > 0 || (isChecked && !isRight);
    return {
      time: receipt.timestamp,
      flags: receipt.flags,
      data: {
        ...namesOf(receipt),
        id: receipt.id,
        price: receipt.price,
        unit: unitOf(receipt.indexType),
        verdict: isRefuted ? 'REFUTED' : isRight ? 'RIGHT' : 'NOT_FULLY_CHECKED',
        recomputedBy: service.recomputedBy,
        shows,
        publishedValue: value ? (unlisted.length === 0 ? 'EQUAL' : 'DIFFERENT') : 'NO_LONGER_LISTED',
        signedHead: headSlot,
        keyId,
        because,
        differences: all.slice(0, MAX_DIFFERENCES).map(({ field, said, computed }) => ({
          field: untrusted(field),
          said: said === undefined ? undefined : untrusted(said),
          computed: computed === undefined ? undefined : untrusted(computed),
        })),
        moreDifferences: Math.max(0, all.length - MAX_DIFFERENCES),
      },
    };
  },
});
