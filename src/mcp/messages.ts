import { isObject } from '../core/text/is-object.ts';

/** Codes of JSON-RPC 2.0, and of the Model Context Protocol. */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Refused before the message was read: the HTTP status says why. */
  refused: -32_000,
  resourceNotFound: -32_002,
} as const;

export type RequestId = string | number;

/** A request, or a notification, which has no id and gets no answer. */
export interface RpcMessage {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  /** Of the message that it is about, if it could be read. */
  readonly id: RequestId | undefined;

  constructor(code: number, message: string, id?: RequestId) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** `response`: an answer to the server, which never asks: it is ignored. Throws an RpcError. */
export function readMessage(text: string): RpcMessage | 'response' {
  const message = parsed(text);
  if (Array.isArray(message)) throw invalid('batches are not supported: send each message by itself');
  if (!isObject(message)) throw invalid('a message must be a JSON object');
  const { jsonrpc, id, method, params = {} } = message;
  const known = isId(id) ? id : undefined;
  if (jsonrpc !== '2.0') throw invalid('jsonrpc must be "2.0"', known);
  if (method === undefined && ('result' in message || 'error' in message)) return 'response';
  if (typeof method !== 'string') throw invalid('method must be a text', known);
  if (id !== undefined && known === undefined) throw invalid('id must be a text or a whole number');
  if (!isObject(params)) throw new RpcError(RPC_CODES.invalidParams, 'params must be an object', known);
  return { id: known, method, params };
}

export function resultText(id: RequestId, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** `data`: further members for programs. */
export function rpcErrorText(code: number, message: string, id?: RequestId, data?: object): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message, ...(data && { data }) },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(RPC_CODES.parseError, 'the message is not valid JSON');
  }
}

function invalid(message: string, id?: RequestId): RpcError {
  return new RpcError(RPC_CODES.invalidRequest, message, id);
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
