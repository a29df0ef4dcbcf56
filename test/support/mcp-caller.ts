import type { TestService } from './service.ts';

export interface RpcAnswer {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, string>>;
  };
}

export interface ToolResult {
  readonly content: readonly [{ readonly type: string; readonly text: string }];
  readonly structuredContent?: {
    readonly source: string;
    readonly notice?: string;
    readonly time: string;
    readonly flags: readonly string[];
    readonly flagMeanings: Readonly<Record<string, string>>;
    readonly data: Readonly<Record<string, unknown>>;
  };
  readonly isError?: boolean;
}

/** Sends messages to `/mcp` as bytes, which no client of MCP does. */
export class McpCaller {
  readonly #url: string;
  readonly #token: string | undefined;

  constructor({ baseUrl }: Pick<TestService, 'baseUrl'>, token: string | undefined) {
    this.#url = `${baseUrl}/mcp`;
    this.#token = token;
  }

  post(body: string | object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** The answer to a request, whatever its status. */
  async ask(method: string, params: object = {}): Promise<RpcAnswer & { readonly status: number }> {
    const answer = await this.post({ jsonrpc: '2.0', id: 7, method, params });
    return { ...((await answer.json()) as RpcAnswer), status: answer.status };
  }

  async call(name: string, given: object = {}): Promise<ToolResult> {
    const { result, error } = await this.ask('tools/call', { name, arguments: given });
    if (!result) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result as unknown as ToolResult;
  }

  /** The data of an answer that must not be a refusal. */
  async data<T>(name: string, given: object = {}): Promise<T> {
    const { structuredContent, content } = await this.call(name, given);
    if (!structuredContent) throw new Error(`${name}: ${content[0].text}`);
    return structuredContent.data as T;
  }
}
