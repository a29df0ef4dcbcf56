import { Deferred } from '../../core/async/deferred.ts';
import { LinkedAbort } from '../../core/async/linked-abort.ts';
import type { McpServer } from '../../mcp/mcp-server.ts';
import {
  rpcErrorText,
  readMessage,
  RpcError,
  RPC_CODES,
  type RequestId,
  type RpcMessage,
} from '../../mcp/messages.ts';
import type { McpService } from '../../mcp/service.ts';

/** Longer lines are refused: no message of a host is nearly as long. */
export const MAX_LINE_LENGTH = 1024 * 1024;

export interface StdioParts {
  readonly server: McpServer;
  /** The service for one request, which ends with the signal. */
  readonly serviceFor: (signal: AbortSignal) => McpService;
  /** Writes one message, without a line end. */
  readonly write: (text: string) => Promise<void>;
  /** Reports errors that are not the caller's. */
  readonly report: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The Model Context Protocol over standard input and output: each line is a message. */
export class StdioSession {
  readonly #parts: StdioParts;
  readonly #running = new Map<RequestId, LinkedAbort>();
  readonly #answers = new Set<Promise<void>>();

  constructor(parts: StdioParts) {
    this.#parts = parts;
  }

  /** Resolves when the input has ended and everything is answered; rejects if an answer cannot be written. */
  async run(input: AsyncIterable<string>): Promise<void> {
    const failed = new Deferred<never>();
    const read = async () => {
      for await (const line of linesOf(input)) {
        if (line?.trim() === '') continue;
        const answering = this.#take(line).catch((error: unknown) => failed.reject(error));
        this.#answers.add(answering);
        void answering.then(() => this.#answers.delete(answering));
      }
      await Promise.all(this.#answers);
    };
    await Promise.race([read(), failed.promise]);
  }

  /** `line`: undefined if it was too long. */
  async #take(line: string | undefined): Promise<void> {
    const answer = await this.#answerTo(line);
    if (answer !== undefined) await this.#parts.write(answer);
  }

  async #answerTo(line: string | undefined): Promise<string | undefined> {
    if (line === undefined)
      return rpcErrorText(RPC_CODES.invalidRequest, `a message may have ${MAX_LINE_LENGTH} characters`);
    try {
      const message = readMessage(line);
      if (message === 'response') return undefined;
      if (message.method === 'notifications/cancelled') this.#cancel(message);
      return await this.#answer(message);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return rpcErrorText(error.code, error.message, error.id);
    }
  }

  /** Undefined for a notification, and for a request that was cancelled. */
  async #answer(message: RpcMessage): Promise<string | undefined> {
    const { id } = message;
    const ended = new LinkedAbort(this.#parts.signal);
    if (id !== undefined) this.#running.set(id, ended);
    try {
      const answer = await this.#parts.server.answer(message, this.#parts.serviceFor(ended.signal));
      return ended.signal.aborted ? undefined : answer;
    } catch (error) {
      if (ended.signal.aborted) return undefined;
      this.#parts.report(error);
      return rpcErrorText(RPC_CODES.internalError, 'internal error', id);
    } finally {
      if (id !== undefined && this.#running.get(id) === ended) this.#running.delete(id);
      ended.release();
    }
  }

  #cancel({ params: { requestId } }: RpcMessage): void {
    this.#running.get(requestId as RequestId)?.abort();
  }
}

/** Yields undefined for a line that is too long. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string | undefined, void, undefined> {
  let pending = '';
  let isTooLong = false;
  for await (const text of input) {
    const [first = '', ...others] = text.split('\n');
    for (const [place, part] of [first, ...others].entries()) {
      if (place > 0) {
        yield isTooLong ? undefined : pending;
        [pending, isTooLong] = ['', false];
      }
      isTooLong ||= pending.length + part.length > MAX_LINE_LENGTH;
      pending = isTooLong ? '' : pending + part;
    }
  }
  if (isTooLong || pending !== '') yield isTooLong ? undefined : pending;
}
