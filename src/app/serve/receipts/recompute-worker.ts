import { recomputeHere } from '../../../mcp/recompute-here.ts';
import { answerCalls } from '../../../threads/thread-calls.ts';
import type { RecomputeRequest } from './recompute-thread.ts';

answerCalls((request: RecomputeRequest): Promise<unknown> =>
  request.kind === 'verify'
    ? recomputeHere.verify(request.receipt, request.keys)
    : recomputeHere.attribute(request.before, request.after),
);
