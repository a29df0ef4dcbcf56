import { BadRequestError, NotFoundError, TidemarkError, type Tidemark } from '../../../sdk/src/node.ts';
import type { AnswerOf, JsonOperation, PathOf, QueryOf } from '../../../sdk/src/api.ts';
import type { Incomplete } from '../../../sdk/src/incomplete.ts';
import type { IntegrityKeys } from '../../../sdk/src/integrity-keys.ts';
import type { Millis } from '../../core/time.ts';
import { recomputeHere } from '../../mcp/recompute-here.ts';
import { Refusal, type McpService, type ServiceAnswer } from '../../mcp/service.ts';
import { explained } from '../client/notices/explain-failure.ts';
import { serviceMessage } from '../client/notices/plain.ts';
import { serviceNow } from '../client/service-now.ts';
import type { Target } from '../client/target.ts';

export interface RemoteParts {
  readonly tidemark: Pick<Tidemark, 'read' | 'integrityKeys' | 'head'>;
  readonly target: Target;
  readonly source: () => string | undefined;
}

/** A service that tools read over HTTP. */
export class RemoteService implements McpService {
  readonly recomputation = recomputeHere;
  readonly recomputedBy = 'your machine';
  readonly #parts: RemoteParts;
  readonly #signal: AbortSignal;

  constructor(parts: RemoteParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  async read<O extends JsonOperation>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
  ): Promise<ServiceAnswer<AnswerOf<O>>> {
    let incomplete: readonly Incomplete[] = [];
    const onIncomplete = (found: readonly Incomplete[]) => void (incomplete = found);
    const options = { signal: this.#signal, onIncomplete };
    const body = await this.#withRefusals(() => this.#parts.tidemark.read(operation, parameters, options));
    return { body, incomplete };
  }

  integrityKeys(): Promise<IntegrityKeys> {
    return this.#withRefusals(() => this.#parts.tidemark.integrityKeys({ signal: this.#signal }));
  }

  source(): string | undefined {
    return this.#parts.source();
  }

  now(): Promise<Millis> {
    return this.#withRefusals(() => serviceNow(this.#parts.tidemark, this.#signal));
  }

  async #withRefusals<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw await refusalOf(error, this.#parts.target);
    }
  }
}

async function refusalOf(error: unknown, target: Target): Promise<unknown> {
  if (error instanceof BadRequestError && error.problems.length > 0)
    return new Refusal(
      'validation error',
      error.problems.map(({ field, message }) => `${field} ${message}`),
    );
  if (error instanceof NotFoundError && error.status !== undefined) return new Refusal(serviceMessage(error));
  if (!(error instanceof TidemarkError)) return error;
  // Tools suggest similar names themselves.
  const { message } = (await explained(error, target, () => Promise.resolve([]))) as Error;
  return new Refusal(message);
}
