import type { TSchema } from '../../../contract/schema.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { ErrorObject, FieldError } from '../../../contract/errors.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Millis } from '../../../core/time.ts';
import type { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { Parameters, Values, WasSent } from './parameters.ts';
import type { StreamedAnswer } from '../answers/streamed-answer.ts';
import type { Asker } from '../limits/work-line.ts';

/** How long an answer stays fresh, in seconds. */
export interface Freshness {
  readonly maxAgeSeconds: number;
}

export interface Answer extends Freshness {
  readonly prepared: PreparedAnswer;
  /** Called once nothing reads the answer's bytes any more: they may be written over then. */
  readonly release?: () => void;
}

export interface RouteCall<P extends Parameters, Q extends Parameters> {
  readonly path: Values<P>;
  readonly query: Values<Q>;
  /** Absent on look-ups that the operator has opened to everyone. */
  readonly grant: Grant | undefined;
  /** When the request came. */
  readonly marketTime: Millis;
  /** The time at this moment, for what is ready only after a wait. */
  readonly marketNow: () => Millis;
  /** Whose request it is, for work that takes long. */
  readonly asker: () => Asker;
}

/**
 * A route of data: GET and HEAD, a token, parameters of declared kinds. This object is the only place where the route is
 * described; the server, the OpenAPI document and the tests read it.
 */
interface RouteShape<P extends Parameters, Q extends Parameters> {
  /** With `{id}` for path parameters, under `/v3`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** What `errors[].object` says. */
  readonly object: ErrorObject;
  /**
   * A token with any of these scopes may come in. `token`: any token. `lookup`: any, and none where the operator has opened
   * look-ups to everyone.
   */
  readonly access: 'lookup' | 'token' | readonly Scope[];
  readonly pathParameters?: P;
  readonly query?: Q;
  /** What must hold between parameters; problems are reported together with those of single ones. */
  readonly together?: (query: Partial<Values<Q>>, wasSent: WasSent) => readonly FieldError[];
  readonly response: TSchema;
  /** Error statuses beyond those that every such route has. */
  readonly alsoAnswers?: readonly number[];
}

/** One with a prepared answer. */
export interface DataRoute<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
> extends RouteShape<P, Q> {
  readonly streams?: undefined;
  readonly line?: undefined;
  readonly handle: (call: RouteCall<P, Q>) => Answer | Promise<Answer>;
}

/** One whose answer is made while it is sent: it has no entity tag, and no JSON. */
export interface StreamedRoute<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
> extends RouteShape<P, Q> {
  /** Media types of its answers. */
  readonly streams: readonly string[];
  /** The record on each line of an answer, where it is asked for as NDJSON. */
  readonly line?: TSchema;
  readonly handle: (call: RouteCall<P, Q>) => StreamedAnswer;
}

export type AnyRoute = DataRoute | StreamedRoute;

type NoParameters = Record<never, never>;

/** Checks that the handler fits the declared parameters, then forgets their types. */
export function dataRoute<P extends Parameters = NoParameters, Q extends Parameters = NoParameters>(
  route: DataRoute<P, Q>,
): DataRoute {
  return route as unknown as DataRoute;
}

export function streamedRoute<P extends Parameters = NoParameters, Q extends Parameters = NoParameters>(
  route: StreamedRoute<P, Q>,
): StreamedRoute {
  return route as unknown as StreamedRoute;
}

/** The path as the router writes it, `:id` for `{id}`; also what logs and metrics call the route. */
export function routerPath({ path }: Pick<AnyRoute, 'path'>): string {
  return `/v3${path.replace(/\{(\w+)\}/g, ':$1')}`;
}
