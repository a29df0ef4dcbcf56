import fc from 'fast-check';
import { ERROR_STATUSES } from '../../src/contract/errors.ts';
import { csvRows } from '../support/csv-rows.ts';
import { RawConnection, type RawAnswer } from '../support/raw-connection.ts';
import { ResponseSchemas } from '../support/response-schemas.ts';
import { authorizationHeaders } from '../support/token-kinds.ts';
import type { TestService } from '../support/service.ts';
import { fuzzRequests, type FuzzKnowledge, type FuzzRequest } from './request-arbitraries.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed?: number;
}

const TOKEN_PATH = '/v3/oauth/token';
/** What any request may get, whatever it asks for. */
const ANYWHERE = [400, 414, 431];
/** With the demo client, a request by any other name is 403. */
const LOOPBACK_HOSTS = ['localhost', '[::1]:80'];
/** What a path may get that is no documented operation: pages, unknown paths, wrong methods, preflights. */
const ELSEWHERE = [...ANYWHERE, 200, 204, 304, 404, 405];

/** Lets random requests loose on a running service and holds every answer against the contract. */
export class RestFuzz {
  readonly #knowledge: FuzzKnowledge;
  readonly #schemas: ResponseSchemas;
  readonly #templates: readonly { readonly path: string; readonly pattern: RegExp }[];
  readonly #seen = new Set<string>();
  readonly #statuses = new Map<number, number>();
  #connection: RawConnection | undefined;

  private constructor(knowledge: FuzzKnowledge, schemas: ResponseSchemas) {
    this.#knowledge = knowledge;
    this.#schemas = schemas;
    this.#templates = Object.keys(schemas.document.paths).map((path) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}/?$`),
    }));
  }

  static async of(service: TestService): Promise<RestFuzz> {
    const schemas = await ResponseSchemas.of(service);
    const headers = await authorizationHeaders(service);
    const authorizations = [...headers.values()].filter((header) => header !== undefined);
    const ids: string[] = [];
    for (const list of ['asset', 'market', 'exchange']) {
      const answer = await service.get(`/v3/${list}`);
      ids.push(
        ...((await answer.json()) as { content: { id: string }[] }).content.slice(0, 8).map(({ id }) => id),
      );
    }
    const good = headers.get('all scopes') ?? '';
    const { baseUrl, wsUrl } = service;
    const { document } = schemas;
    return new RestFuzz(
      { document, baseUrl, wsUrl, ids, authorizations: [good, ...authorizations] },
      schemas,
    );
  }

  /** How many answers there were of each status. */
  get statuses(): ReadonlyMap<number, number> {
    return this.#statuses;
  }

  /** Throws on the first answer that breaks the contract, with the smallest request that does and the seed. */
  async run({ requests, seed }: FuzzOptions): Promise<void> {
    const property = fc.asyncProperty(fuzzRequests(this.#knowledge), async (request) => {
      const problems = await this.#problemsOf(request);
      if (problems.length > 0) throw new Error(problems.join('; '));
    });
    try {
      await fc.assert(property, { numRuns: requests, ...(seed === undefined ? {} : { seed }) });
    } finally {
      this.#connection?.close();
    }
  }

  async #problemsOf(request: FuzzRequest): Promise<string[]> {
    const answer = await this.#send(request);
    if (!answer) return ['the connection ended without an answer'];
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    const isPage = this.#mayBePage(request, answer) && answer.headers['content-type'] === PAGE_TYPE;
    const problems = [
      ...this.#statusProblems(request, answer),
      ...(isPage ? [] : this.#bodyProblems(request, answer)),
      ...headerProblems(answer, isPage ? PAGE_TYPE : JSON_TYPE),
    ];
    if (request.method === 'HEAD') problems.push(...(await this.#headProblems()));
    return problems.map((problem) => `${answer.status}: ${problem} (${answer.body.slice(0, 300)})`);
  }

  async #send(request: FuzzRequest): Promise<RawAnswer | undefined> {
    const connection = this.#connection?.open
      ? this.#connection
      : await RawConnection.open(this.#knowledge.baseUrl);
    this.#connection = undefined;
    connection.write(bytesOf(request, this.#knowledge.baseUrl));
    const answer = await connection.read({ hasBody: request.method !== 'HEAD' });
    if (answer && answer.headers['connection'] !== 'close') this.#connection = connection;
    else connection.close();
    return answer;
  }

  #statusProblems({ method, target, headers }: FuzzRequest, { status }: RawAnswer): string[] {
    if (status >= 500) return ['the service failed'];
    const foreign = headers.some(([name, value]) => name === 'host' && !LOOPBACK_HOSTS.includes(value));
    if (status === 403 && foreign) return [];
    const operation = this.#operation(method, target);
    const allowed = operation ? [...ANYWHERE, ...operation.statuses] : ELSEWHERE;
    if (!allowed.includes(status))
      return [`not documented for ${operation?.path ?? 'a path without operation'}`];
    const hasNoContent = method === 'OPTIONS' || operation?.statuses.includes(204) === true;
    return status === 204 && !hasNoContent ? ['only a preflight has no content'] : [];
  }

  /** A browser gets a page for an address that does not exist. */
  #mayBePage({ method, target, headers }: FuzzRequest, { status }: RawAnswer): boolean {
    const wantsPage = headers.some(([name, value]) => name === 'accept' && value === 'text/html');
    return status === 404 && wantsPage && !this.#operation(method, target);
  }

  #bodyProblems({ method, target }: FuzzRequest, answer: RawAnswer): string[] {
    if (method === 'HEAD' || answer.status === 204 || answer.status === 304) return [];
    const operation = this.#operation(method, target);
    if (answer.status === 200) return operation ? this.#successProblems(operation, answer) : [];
    const isToken = operation?.path === TOKEN_PATH;
    const body = parseJson(answer.body) as { status?: keyof typeof ERROR_STATUSES } | undefined;
    if (body === undefined) return ['the body is not JSON'];
    if (ERROR_STATUSES[body.status ?? 'BAD_REQUEST'] !== answer.status)
      return ['the code is of another status'];
    const asError = this.#schemas.problemsOf(this.#schemas.component('Error'), body);
    const asTokenError = isToken
      ? this.#schemas.problemsOf(this.#schemas.component('TokenError'), body)
      : asError;
    return asError === '' || asTokenError === '' ? [] : [`not an error body: ${asError}`];
  }

  /** The same content is checked once: its ETag tells. */
  #successProblems({ path, method }: { path: string; method: string }, answer: RawAnswer): string[] {
    const key = `${path} ${answer.headers['etag'] ?? ''}`;
    if (answer.headers['content-encoding'] !== undefined || (answer.headers['etag'] && this.#seen.has(key)))
      return [];
    this.#seen.add(key);
    const [media = ''] = (answer.headers['content-type'] ?? '').split(';');
    if (media in LINE_PROBLEMS) {
      const documented = this.#schemas.document.paths[path]?.[method]?.responses['200']?.content ?? {};
      return media in documented
        ? (LINE_PROBLEMS[media]?.(answer.body) ?? [])
        : [`${media} is not documented`];
    }
    const validate = this.#schemas.response(path, method, 200);
    const asked = answer.headers['etag']?.includes('-number') ? inStrings(answer.body) : answer.body;
    const problem = validate ? this.#schemas.problemsOf(validate, parseJson(asked)) : '';
    return problem === '' ? [] : [`not as documented: ${problem}`];
  }

  /** Whatever follows the headers of a HEAD would be read as the start of the next answer. */
  async #headProblems(): Promise<string[]> {
    if (this.#connection === undefined) return [];
    const next = await this.#send({ method: 'GET', target: '/healthz', headers: [] });
    return next?.status === 200 ? [] : ['HEAD was answered with a body'];
  }

  #operation(
    method: string,
    target: string,
  ): { path: string; method: string; statuses: number[] } | undefined {
    const path = decoded(target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?# ]/, 1)[0] ?? '');
    const template = this.#templates.find(({ pattern }) => pattern.test(path))?.path;
    if (template === undefined) return undefined;
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.#schemas.document.paths[template]?.[name];
    if (!operation) return undefined;
    const statuses = Object.keys(operation.responses).map(Number);
    // Where the parameter at the end is empty, there may be no such route.
    const unnamed = template.endsWith('}') && path.endsWith('/');
    return { path: template, method: name, statuses: unnamed ? [...statuses, 404] : statuses };
  }
}

/** What is wrong with bodies of lines, by media type. */
const LINE_PROBLEMS: Readonly<Record<string, (body: string) => string[]>> = {
  'text/csv': (body) => {
    const [header, ...rows] = csvRows(body);
    return rows.every(({ length }) => length === header?.length) ? [] : ['rows of CSV differ in length'];
  },
  'application/x-ndjson': (body) => {
    const lines = body.split('\n');
    const isWhole = lines.pop() === '' && lines.every((line) => parseJson(line) !== undefined);
    return isWhole ? [] : ['not a JSON record on each line'];
  },
};

/** Quantities were asked for as numbers; the document describes strings of the same digits. */
function inStrings(json: string): string {
  return json.replace(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[,}\]])/g, '"$&"');
}

const PAGE_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** `errorType`: the media type that an error has. */
function headerProblems({ status, headers }: RawAnswer, errorType: string): string[] {
  const problems: string[] = [];
  const expectHeader = (name: string, value?: string) => {
    if (headers[name] === undefined || (value !== undefined && headers[name] !== value))
      problems.push(`${name} is ${headers[name]}`);
  };
  expectHeader('x-content-type-options', 'nosniff');
  if (status >= 400) {
    expectHeader('cache-control', 'no-store');
    expectHeader('content-type', errorType);
  }
  if (status === 405) expectHeader('allow');
  if (status === 429) expectHeader('retry-after');
  if (status === 304) expectHeader('etag');
  return problems;
}

function bytesOf({ method, target, headers, body }: FuzzRequest, baseUrl: string): Buffer {
  const host = headers.some(([name]) => name === 'host') ? [] : [`host: ${new URL(baseUrl).host}`];
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...host,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** As a router reads it: an encoded slash is part of a segment, not the end of it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
