import type { TSchema } from '../../../contract/schema.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { ErrorObject, FieldError } from '../../../contract/errors.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Millis } from '../../../core/time.ts';
import type { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { Parameters, Values, WasSent } from './parameters.ts';
import type { FileAnswer } from '../answers/file-answer.ts';
import type { StreamedAnswer } from '../answers/streamed-answer.ts';
import type { JobOwner } from '../limits/fair-queue.ts';

/** How long an answer stays fresh, in seconds. */
export interface Freshness {
  readonly maxAgeSeconds: number;
}

export interface Answer extends Freshness {
  readonly prepared: PreparedAnswer;
  /** By default JSON. */
  readonly contentType?: string;
  /** Called when the answer's bytes are no longer read and may be overwritten. */
  readonly release?: () => void;
}

export interface RouteCall<P extends Parameters, Q extends Parameters> {
  readonly path: Values<P>;
  readonly query: Values<Q>;
  /** Absent on look-ups that the operator has made public. */
  readonly grant: Grant | undefined;
  /** Time of the request. */
  readonly marketTime: Millis;
  /** The current time, for answers that are ready only after a wait. */
  readonly marketNow: () => Millis;
  /** The owner of the request, for long work. */
  readonly asker: () => JobOwner;
}

/**
 * A data route: GET and HEAD, a token, parameters of declared kinds. This object is the only description of
 * the route; the server, the OpenAPI document and the tests read it.
 */
interface RouteShape<P extends Parameters, Q extends Parameters> {
  /** With `{id}` for path parameters, relative to `/v3` or the prefix of its adapter. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** Value of `errors[].object`. */
  readonly object: ErrorObject;
  /**
   * The token needs any of these scopes. `token`: any token. `lookup`: any token, or none if the operator has
   * made look-ups public.
   */
  readonly access: 'lookup' | 'token' | readonly Scope[];
  readonly pathParameters?: P;
  readonly query?: Q;
  /** Checks between parameters; their problems are reported together with those of single ones. */
  readonly together?: (query: Partial<Values<Q>>, wasSent: WasSent) => readonly FieldError[];
  readonly response: TSchema;
  /** Error statuses besides those of every such route. */
  readonly alsoAnswers?: readonly number[];
}

/** A route with a prepared answer. */
export interface DataRoute<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
> extends RouteShape<P, Q> {
  readonly streams?: undefined;
  readonly line?: undefined;
  readonly isFile?: undefined;
  readonly handle: (call: RouteCall<P, Q>) => Answer | Promise<Answer>;
}

/** A route whose answer is produced while it is sent: it has no entity tag, and no JSON. */
export interface StreamedRoute<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
> extends RouteShape<P, Q> {
  /** Media types of its answers. */
  readonly streams: readonly string[];
  /** Schema of each line, if the answer is NDJSON. */
  readonly line?: TSchema;
  readonly isFile?: undefined;
  readonly handle: (call: RouteCall<P, Q>) => StreamedAnswer;
}

/** A route whose answer is a file that never changes: clients may ask for parts of it and keep it for a year. */
export interface FileRoute<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
> extends RouteShape<P, Q> {
  /** The media type of the file. */
  readonly streams: readonly [string];
  readonly line?: undefined;
  readonly isFile: true;
  readonly handle: (call: RouteCall<P, Q>) => Promise<FileAnswer>;
}

export type AnyRoute = DataRoute | StreamedRoute | FileRoute;

type NoParameters = Record<never, never>;

/** Checks that the handler fits the declared parameters, then erases their types. */
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

export function fileRoute<P extends Parameters = NoParameters, Q extends Parameters = NoParameters>(
  route: Omit<FileRoute<P, Q>, 'isFile'>,
): FileRoute {
  return { ...route, isFile: true } as unknown as FileRoute;
}

export interface OpenRoutes {
  readonly publicLookups: boolean;
  /** Set if the service behaves like the original one, whose conversions were as public as its look-ups. */
  readonly original?: unknown;
}

/** Whether a route needs no token. */
export function isOpenRoute(
  { access, path }: Pick<AnyRoute, 'access' | 'path'>,
  { publicLookups, original }: OpenRoutes,
): boolean {
  return publicLookups && (access === 'lookup' || (original !== undefined && path === '/convert'));
}

/** The path for the router, with `:id` for `{id}`; also the route's name in logs and metrics. */
export function routerPath({ path }: Pick<AnyRoute, 'path'>, prefix = '/v3'): string {
  return `${prefix}${path.replace(/\{(\w+)\}/g, ':$1')}`;
}
