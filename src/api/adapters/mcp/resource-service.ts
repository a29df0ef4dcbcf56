import type { AnswerOf, JsonOperation, PathOf, QueryOf } from '../../../../sdk/src/api.ts';
import { incompleteIn } from '../../../../sdk/src/incomplete.ts';
import type { IntegrityKeys } from '../../../../sdk/src/integrity-keys.ts';
import type { SigningKeys } from '../../../auth/signing-keys.ts';
import { Refusal, type McpService, type Recomputation, type ServiceAnswer } from '../../../mcp/service.ts';
import { ApiError, unavailable } from '../../http/errors.ts';
import { FairQueue } from '../../http/limits/fair-queue.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';

export interface ResourceServiceParts {
  readonly reader: ResourceReader;
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
  /** Not on the thread that serves requests. */
  readonly recomputation: Recomputation;
  /** Undefined for live data. */
  readonly source: string | undefined;
}

/** Errors about the question, or of a moment: others are errors of the request as a whole. */
const REFUSALS: readonly string[] = ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'];

const MAX_WAITING = 32;
const BUSY_SECONDS = 2;

/** Recomputes one value at a time, in turn by client. */
export function recomputationQueue(): FairQueue {
  return new FairQueue({
    maxRunning: 1,
    maxWaiting: MAX_WAITING,
    queueFull: () => unavailable('values are being recomputed for other clients: try again', BUSY_SECONDS),
  });
}

/** Reads resources of this process with the token of one request. */
export class ResourceService implements McpService {
  readonly recomputedBy = 'service';
  readonly #parts: ResourceServiceParts;
  readonly #queue: FairQueue;
  readonly #call: AdapterCall;

  /** `queue`: shared by all calls. */
  constructor(parts: ResourceServiceParts, queue: FairQueue, call: AdapterCall) {
    this.#parts = parts;
    this.#queue = queue;
    this.#call = call;
  }

  get recomputation(): Recomputation {
    const { recomputation } = this.#parts;
    return {
      verify: (receipt, keys) => this.#inTurn(() => recomputation.verify(receipt, keys)),
      attribute: (before, after) => this.#inTurn(() => recomputation.attribute(before, after)),
    };
  }

  async #inTurn<T>(compute: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(this.#call.asker(), compute);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async read<O extends JsonOperation>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
  ): Promise<ServiceAnswer<AnswerOf<O>>> {
    const sent = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    try {
      const answer = await this.#parts.reader.read<AnswerOf<O>>(
        operation,
        this.#call,
        Object.fromEntries(sent),
      );
      const { body, incomplete } = answer;
      return { body, incomplete: incomplete === undefined ? [] : (incompleteIn(incomplete) ?? []) };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  integrityKeys(): Promise<IntegrityKeys> {
    return Promise.resolve({ keys: this.#parts.integrityKeys.publicKeys() } as IntegrityKeys);
  }

  source(): string | undefined {
    return this.#parts.source;
  }

  now(): Promise<number> {
    return Promise.resolve(this.#call.marketNow());
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ApiError) || !REFUSALS.includes(error.code)) return error;
  return new Refusal(
    error.message,
    error.errors.map(({ field, message }) => `${field} ${message}`),
  );
}
