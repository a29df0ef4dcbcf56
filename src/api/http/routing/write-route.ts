import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { BodyFields, BodyValues } from '../../../contract/body-fields.ts';
import type { ErrorObject } from '../../../contract/errors.ts';
import type { TSchema } from '../../../contract/schema.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Parameters, Values } from './parameters.ts';

export interface WriteCall<P extends Parameters, F extends BodyFields> {
  readonly path: Values<P>;
  readonly body: BodyValues<F>;
  readonly grant: Grant;
  /** The request's `Idempotency-Key`, and the hash of its body. */
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | undefined;
}

/**
 * A route that changes something: a token, parameters in the path, a JSON object as the body. Like a data route, this object is its
 * only description.
 */
export interface WriteRoute<P extends Parameters = Parameters, F extends BodyFields = BodyFields> {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` for path parameters, relative to `/v3`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly object: ErrorObject;
  /** The token needs any of these. */
  readonly access: readonly Scope[];
  readonly pathParameters?: P;
  /** Absent if the request has no body. */
  readonly body?: {
    readonly fields: F;
    readonly required: readonly (keyof F & string)[];
    readonly schema: TSchema;
  };
  readonly status: 200 | 201 | 204;
  /** Absent for 204. */
  readonly response?: TSchema;
  /** Error statuses besides those of every such route. */
  readonly alsoAnswers?: readonly number[];
  /** Returns the answer's JSON value. */
  readonly handle: (call: WriteCall<P, F>) => Promise<object | undefined>;
}

type NoParameters = Record<never, never>;

/** Checks that the handler fits the declared parameters and body, then erases their types. */
export function writeRoute<P extends Parameters = NoParameters, F extends BodyFields = NoParameters>(
  route: WriteRoute<P, F>,
): WriteRoute {
  return route as unknown as WriteRoute;
}
