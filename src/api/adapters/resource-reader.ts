import type { Grant } from '../../auth/tokens/token-verifier.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { requireScope } from '../http/routing/authorisation.ts';
import { ParameterReader, type Parameters } from '../http/routing/parameters.ts';
import type { AnyRoute, DataRoute, RouteCall } from '../http/routing/route.ts';

/** What of an adapter's request its resources need. */
export type AdapterCall = Pick<
  RouteCall<Parameters, Parameters>,
  'grant' | 'marketTime' | 'marketNow' | 'asker'
>;

interface Resource {
  readonly route: DataRoute;
  readonly pathParameters: ParameterReader<Parameters>;
  readonly query: ParameterReader<Parameters>;
}

export interface ResourceAnswer<T> {
  readonly body: T;
  /** Missing parts of the requested range, as in the header `Tidemark-Incomplete`. */
  readonly incomplete: string | undefined;
}

/** Reads resources for adapters with the scopes, parameters and errors that a client of the resource gets. */
export class ResourceReader {
  readonly #resources: ReadonlyMap<string, Resource>;
  /** Most answers are prepared once per tick, so they are parsed once too. */
  readonly #parsed = new WeakMap<PreparedAnswer, unknown>();

  constructor(routes: readonly AnyRoute[]) {
    const readable = routes.filter((route) => route.streams === undefined);
    this.#resources = new Map(
      readable.map((route) => [
        route.operationId,
        {
          route,
          pathParameters: new ParameterReader(route.pathParameters ?? {}, route.object),
          query: new ParameterReader(route.query ?? {}, route.object, route.together),
        },
      ]),
    );
  }

  /** `operationId`: of the resource's route. `parameters`: of its path and query, as in a URL. */
  async read<T>(
    operationId: string,
    call: AdapterCall,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<ResourceAnswer<T>> {
    const resource = this.#resources.get(operationId);
    if (!resource) throw new Error(`no resource has the operation ${operationId}`);
    const { route, pathParameters, query } = resource;
    if (typeof route.access === 'object') requireScope(call.grant as Grant, route.access);
    const { prepared, release } = await route.handle({
      ...call,
      path: pathParameters.read(parameters),
      query: query.read(parameters),
    });
    try {
      const { incomplete } = prepared;
      if (release) return { body: parsedBody(prepared) as T, incomplete };
      if (!this.#parsed.has(prepared)) this.#parsed.set(prepared, parsedBody(prepared));
      return { body: this.#parsed.get(prepared) as T, incomplete };
    } finally {
      release?.();
    }
  }
}

function parsedBody({ identity }: PreparedAnswer): unknown {
  return JSON.parse(identity.bytes.toString());
}
