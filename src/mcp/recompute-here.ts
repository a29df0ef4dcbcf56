import { attributeMove, verifyProof } from '../../sdk/src/verify/index.ts';
import type { Recomputation } from './service.ts';

/** Recomputes on this thread, which does nothing else meanwhile. */
export const recomputeHere: Recomputation = {
  verify: (receipt, keys) => verifyProof(receipt, keys),
  attribute: (before, after) => Promise.resolve(attributeMove(before, after)),
};
