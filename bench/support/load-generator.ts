import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { quantile } from './statistics.ts';

export interface Load {
  readonly host: string;
  readonly port: number;
  /** The whole request, headers and body, as sent: the same each time, or the next one. */
  readonly request: Buffer | (() => Buffer);
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Number of responses with status 200 within the time. */
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const READ_BYTES = 256 * 1024;
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const HEAD_END = '\r\n\r\n';

/** One keep-alive connection with one pending request; parses only the length of a response. */
class Connection {
  readonly #socket: Socket;
  readonly #next: () => Buffer;
  readonly #answered: (sentAt: number) => void;
  #sentAt = 0;
  #left = 0;
  #head = '';
  #stopped = false;

  constructor(load: Load, answered: (sentAt: number) => void, failed: (error: Error) => void) {
    const { request } = load;
    this.#next = typeof request === 'function' ? request : () => request;
    this.#answered = answered;
    const onread = {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback: (count: number, buffer: Uint8Array) => {
        try {
          this.#read(buffer as Buffer, count);
        } catch (error) {
          failed(error as Error);
        }
        return true;
      },
    };
    this.#socket = connect({ host: load.host, port: load.port, noDelay: true, onread });
    this.#socket.once('connect', () => this.#send());
    this.#socket.on('error', (error) => this.#stopped || failed(error));
    this.#socket.on('close', () => this.#stopped || failed(new Error('the server closed a connection')));
  }

  stop(): void {
    this.#stopped = true;
    this.#socket.destroy();
  }

  #send(): void {
    this.#sentAt = performance.now();
    this.#socket.write(this.#next());
  }

  #read(buffer: Buffer, count: number): void {
    if (this.#stopped) return;
    this.#left = this.#left > 0 ? this.#left - count : this.#startAnswer(buffer, count);
    if (this.#left !== 0 || this.#head !== '') return;
    this.#answered(this.#sentAt);
    this.#send();
  }

  /** Returns the number of bytes still to come; also 0 if the headers are incomplete. */
  #startAnswer(buffer: Buffer, count: number): number {
    const text = this.#head + buffer.toString('latin1', 0, Math.min(count, 2048));
    const end = text.indexOf(HEAD_END);
    if (end < 0) {
      this.#head = text;
      return 0;
    }
    const headBytesHere = end + HEAD_END.length - this.#head.length;
    this.#head = '';
    const length = CONTENT_LENGTH.exec(text)?.[1];
    if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
      throw new Error(`unexpected response: ${text.slice(0, 400)}`);
    }
    return headBytesHere + Number(length) - count;
  }
}

/**
 * Keeps this many connections busy for this time, each with one request at a time. It parses the bare minimum, so that the
 * servers and not the generator are measured. Any status other than 200 ends the run with an error.
 */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let open: Connection[] = [];
  const startedAt = performance.now();
  try {
    await new Promise<void>((resolve, reject) => {
      const answered = (sentAt: number) => void latencies.push(performance.now() - sentAt);
      open = Array.from({ length: load.connections }, () => new Connection(load, answered, reject));
      setTimeout(resolve, load.seconds * 1000);
    });
  } finally {
    for (const connection of open) connection.stop();
  }
  if (latencies.length === 0) throw new Error(`no response within ${load.seconds} s`);
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

export interface RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** An HTTP/1.1 request on a keep-alive connection, as bytes. */
export function requestBytes({ method, path, host, headers, body }: RequestParts): Buffer {
  const all: Record<string, string> = {
    host,
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}
