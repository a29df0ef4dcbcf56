/** Reads the API documents that the service publishes. */

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

interface BodyContent {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, BodyContent>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

/** A route that can be requested. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Media types of a successful response, the default first. */
  readonly types: readonly string[];
  readonly needsToken: boolean;
  /** Any one of them suffices; empty: any token, or none. */
  readonly scopes: readonly string[];
  /** An example of the JSON body; undefined if the route takes none. */
  readonly body: string | undefined;
  /** The list to take ids for the path from. */
  readonly idList: Pick<Operation, 'id' | 'path' | 'parameters'> | undefined;
}

export interface Group {
  readonly title: string;
  readonly about: string;
  readonly operations: readonly Operation[];
}

async function documentOf(base: string, name: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(new URL(name, base), { signal });
  if (!response.ok) throw new Error(`${name}: the service responded with status ${response.status}`);
  return response.json();
}

/** Routes by group, in the order of the document. */
export async function loadRoutes(base: string, signal: AbortSignal): Promise<Group[]> {
  const { tags, paths } = (await documentOf(base, 'openapi.json', signal)) as OpenApi;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({
      tags: each.tags,
      operation: { ...operationOf(path, method, each), idList: idListOf(path, paths) },
    })),
  );
  return tags.map(({ name, description }) => ({
    title: name,
    about: description,
    operations: all.filter((each) => each.tags.includes(name)).map(({ operation }) => operation),
  }));
}

/** Record ids change with each tick, and other installations may lack the ids of the examples. */
function idListOf(path: string, paths: OpenApi['paths']): Operation['idList'] {
  const [list = '', rest] = path.split('/{id}');
  const listed = rest === undefined ? undefined : paths[list]?.['get'];
  return listed && { id: listed.operationId, path: list, parameters: listed.parameters ?? [] };
}

function bodyOf({ requestBody }: OpenApiOperation): string | undefined {
  const content = requestBody?.content['application/json'];
  if (!content) return undefined;
  const { example, examples, schema } = content;
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? schema?.examples?.[0] ?? {};
  return JSON.stringify(value, null, 2);
}

function operationOf(path: string, method: string, each: OpenApiOperation): Omit<Operation, 'idList'> {
  const { operationId, summary, parameters = [], responses, security } = each;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    parameters,
    types: Object.keys((responses['200'] ?? responses['201'])?.content ?? {}),
    body: bodyOf(each),
    needsToken: security.length > 0,
    scopes: [...new Set(security.flatMap(({ token = [] }) => token))],
  };
}

/** A message that a client may send over the websocket. */
export interface ClientMessage {
  readonly event: string;
  readonly summary: string;
  readonly fields: readonly { readonly name: string; readonly schema: Schema }[];
  readonly example: Readonly<Record<string, unknown>>;
}

interface AsyncApi {
  readonly info: { readonly description: string };
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly messages: readonly { readonly $ref: string }[] }>
  >;
  readonly components: {
    readonly messages: Readonly<
      Record<
        string,
        {
          readonly title: string;
          readonly summary: string;
          readonly payload: Schema;
          readonly examples?: readonly { readonly payload: Readonly<Record<string, unknown>> }[];
        }
      >
    >;
  };
}

export interface Protocol {
  readonly messages: readonly ClientMessage[];
  /** Meanings of close codes. */
  readonly closeCodes: ReadonlyMap<number, string>;
}

/** Messages that clients may send, and meanings of close codes. */
export async function loadProtocol(base: string, signal: AbortSignal): Promise<Protocol> {
  const { info, operations, components } = (await documentOf(base, 'asyncapi.json', signal)) as AsyncApi;
  const received = Object.values(operations).filter(({ action }) => action === 'receive');
  const names = received.flatMap(({ messages }) => messages.map(({ $ref }) => $ref.split('/').at(-1)!));
  const codes = info.description.matchAll(/^- `(\d{4})`: (.+)$/gm);
  return {
    messages: names.flatMap((name): ClientMessage[] => {
      const message = components.messages[name];
      if (!message) return [];
      const { title, summary, payload, examples = [] } = message;
      const fields = Object.entries(payload.properties ?? {})
        .filter(([field]) => field !== 'event')
        .map(([field, schema]) => ({ name: field, schema }));
      return [{ event: title, summary, fields, example: examples[0]?.payload ?? { event: title } }];
    }),
    closeCodes: new Map([...codes].map(([, code, meaning]) => [Number(code), meaning!])),
  };
}
