import type { IndexReceipt } from '../../../../sdk/src/contract.ts';
import type { IntegrityKeys } from '../../../../sdk/src/integrity-keys.ts';
import type { Move, ProofVerdict } from '../../../../sdk/src/verify/index.ts';
import type { Recomputation } from '../../../mcp/service.ts';
import { SECOND_MS } from '../../../core/time.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';

export type RecomputeRequest =
  | { readonly kind: 'verify'; readonly receipt: IndexReceipt; readonly keys: IntegrityKeys }
  | { readonly kind: 'attribute'; readonly before: IndexReceipt; readonly after: IndexReceipt };

/** An idle thread ends after this time: a model usually sends several calls in a row. */
const MAX_IDLE_MS = 30 * SECOND_MS;

/** Recomputes values for callers of MCP, in a thread that ends when it is idle. */
export class RecomputeThread implements Recomputation {
  readonly #calls = new ThreadCalls(compiledUrl('recompute-worker', import.meta.url), undefined, MAX_IDLE_MS);

  verify(receipt: IndexReceipt, keys: IntegrityKeys): Promise<ProofVerdict> {
    return this.#calls.call({ kind: 'verify', receipt, keys } satisfies RecomputeRequest);
  }

  attribute(before: IndexReceipt, after: IndexReceipt): Promise<Move> {
    return this.#calls.call({ kind: 'attribute', before, after } satisfies RecomputeRequest);
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}
