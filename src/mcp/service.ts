import type { AnswerOf, JsonOperation, PathOf, QueryOf } from '../../sdk/src/api.ts';
import type { Incomplete } from '../../sdk/src/incomplete.ts';
import type { IntegrityKeys } from '../../sdk/src/integrity-keys.ts';
import type { IndexReceipt } from '../../sdk/src/contract.ts';
import type { Move, ProofVerdict } from '../../sdk/src/verify/index.ts';
import type { Millis } from '../core/time.ts';

export interface ServiceAnswer<T> {
  /** Shared with other readers: do not change it. */
  readonly body: T;
  /** The parts of the requested range that it lacks. */
  readonly incomplete: readonly Incomplete[];
}

/** A service as tools read it, with the rights of one caller. */
export interface McpService {
  /** The answer of a route. Throws a `Refusal` if it cannot be answered as asked. */
  read<O extends JsonOperation>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
  ): Promise<ServiceAnswer<AnswerOf<O>>>;
  integrityKeys(): Promise<IntegrityKeys>;
  /** The source of the answers read so far; undefined for live data. */
  source(): string | undefined;
  /** The current time of the market. */
  now(): Promise<Millis>;
  readonly recomputation: Recomputation;
  /** Who does it: only a caller's own machine is independent of the service. */
  readonly recomputedBy: 'service' | 'your machine';
}

/** Computes values again. The largest receipts take half a second. */
export interface Recomputation {
  verify(receipt: IndexReceipt, keys: IntegrityKeys): Promise<ProofVerdict>;
  attribute(before: IndexReceipt, after: IndexReceipt): Promise<Move>;
}

/** A question that cannot be answered as asked. The caller may ask differently, or again. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** One per problem. They may contain names from exchanges. */
  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}
