// The entry @tidemark/sdk/verify: checks data of a service on the client's own machine.
export { attributeMove, type Move, type MovePart, type RestReason } from './attribute-move.ts';
export type { Difference } from './differences.ts';
export { distrust, type Distrusted, type DistrustOptions } from './distrust.ts';
export { HistoryRewrittenError, UncheckableError, ValueRefutedError } from './errors.ts';
export { Pins, type Pin } from './pins.ts';
export { reachOf, type Reach } from './reach.ts';
export { textFault } from './text-fault.ts';
export { tickDifferences } from './tick-differences.ts';
export {
  verifyHead,
  type HeadVerdict,
  type IntegrityKey,
  type IntegrityKeys,
  type Signatures,
} from './verify-head.ts';
export { verifyProof, type ProofVerdict, type Shown } from './verify-proof.ts';
export { isProvable, verifyReceipt, type Verdict } from './verify-receipt.ts';
export { whatIf } from './what-if.ts';
