import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket as NetSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import { COMPAT_HEADERS } from '../compat.ts';
import { clientFrame, CLOSE, closePayload, FrameError, FrameReader, PONG, TEXT } from './frames.ts';
import type { OpenSocket, Socket, SocketHandlers } from './socket.ts';

/** From RFC 6455: with it the server proves that it understood the handshake. */
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** How long to wait for the server to close the connection. */
const CLOSE_TIMEOUT_MS = 2000;
const MAX_UNREAD_BYTES = 65_536;
/** Handshake statuses other than 5xx that are worth a retry. */
const RETRYABLE: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/**
 * Websockets for Node, which has none before version 22. The token is sent in a header, where proxies do not
 * log it.
 */
export const openNodeSocket: OpenSocket = (url, token, handlers) => new NodeSocket(url, token, handlers);

class NodeSocket implements Socket {
  readonly #request: ClientRequest;
  readonly #handlers: SocketHandlers;
  readonly #reader: FrameReader;
  #stream: NetSocket | undefined;
  #isOver = false;

  constructor(url: string, token: string, handlers: SocketHandlers) {
    this.#handlers = handlers;
    this.#reader = new FrameReader({
      text: (text) => {
        if (!this.#isOver) handlers.message(text);
      },
      ping: (payload) => this.#pong(payload),
      close: (code, reason) => this.#closeWith(code, reason),
    });
    const key = randomBytes(16).toString('base64');
    const request = url.startsWith('wss:') ? httpsRequest : httpRequest;
    this.#request = request(url.replace(/^ws/, 'http'), {
      headers: {
        ...COMPAT_HEADERS,
        authorization: `Bearer ${token}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': key,
        'sec-websocket-version': '13',
      },
    });
    this.#request.on('upgrade', (answer, stream, head) => this.#upgraded(key, answer, stream, head));
    this.#request.on('response', (answer) => this.#handshakeRefused(answer));
    this.#request.on('error', ({ message }) => this.#finish(1006, message));
    this.#request.end();
  }

  send(text: string): void {
    this.#write(TEXT, Buffer.from(text));
  }

  close(): void {
    this.#isOver = true;
    this.#startClose(1000);
  }

  /** Permanent failures end the stream: a wrong path, a redirect, a host that is not allowed. */
  #handshakeRefused({ statusCode = 0, headers }: IncomingMessage): void {
    const isFinal = statusCode >= 300 && statusCode < 500 && !RETRYABLE.has(statusCode);
    const seconds = headers['retry-after'];
    const retryAfterMs = /^\d+$/.test(seconds ?? '') ? Number(seconds) * 1000 : undefined;
    this.#finish(isFinal ? 1002 : 1006, `the handshake failed with status ${statusCode}`, retryAfterMs);
    this.#request.destroy();
  }

  #upgraded(key: string, { headers }: IncomingMessage, stream: Duplex, head: Buffer): void {
    // For `http` and `https` it is always a socket.
    this.#stream = stream as NetSocket;
    stream.on('error', ({ message }) => this.#finish(1006, message));
    stream.on('close', () => this.#finish(1006, 'the connection broke'));
    if (this.#isOver) return this.#startClose(1000);
    const expected = createHash('sha1').update(`${key}${MAGIC}`).digest('base64');
    if (headers['sec-websocket-accept'] !== expected) return this.#closeWith(1002, 'the handshake failed');
    stream.on('data', (chunk: Buffer) => this.#handle(chunk));
    if (head.length > 0) this.#handle(head);
  }

  #handle(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#handlers.received();
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#closeWith(error.code, error.message);
    }
  }

  #write(opcode: number, payload: Uint8Array): void {
    if (this.#stream?.writable) this.#stream.write(clientFrame(opcode, payload, randomBytes(4)));
  }

  /** Stops answering pings of a server that does not read, once the buffer is full. */
  #pong(payload: Buffer): void {
    if ((this.#stream?.writableLength ?? 0) < MAX_UNREAD_BYTES) this.#write(PONG, payload);
  }

  /** Ends the connection: the server has closed it or violated the protocol. */
  #closeWith(code: number, reason: string): void {
    this.#startClose(code === 1005 ? 1000 : code);
    this.#finish(code, reason);
  }

  /** Closes the socket without keeping the process alive. */
  #startClose(code: number): void {
    const stream = this.#stream;
    if (!stream) return void this.#request.destroy();
    this.#write(CLOSE, closePayload(code));
    stream.end();
    stream.resume();
    // Unlike a socket timeout, further data do not postpone this timer.
    setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS).unref();
    stream.unref();
  }

  #finish(code: number, reason: string, retryAfterMs?: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handlers.closed(code, reason, retryAfterMs);
  }
}
