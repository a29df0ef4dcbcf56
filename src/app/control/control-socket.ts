import { randomUUID } from 'node:crypto';
import { chmodSync, unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../core/errors.ts';
import { currentActor, type Actor } from '../audit/actor.ts';
import {
  connectTo,
  ignoreMissing,
  NOT_ALLOWED,
  removeStale,
  SocketPath,
  stillNamed,
  tryLink,
} from './socket-path.ts';

/** A command to the process that holds the data directory. */
export interface ControlRequest {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Who sent it, as the sender declares: `sendCommand` adds it. */
  readonly by?: Actor;
}

export type ControlHandler = (request: ControlRequest) => Promise<unknown>;

/** Hears of a command that failed for a reason other than a mistake of its sender. */
export type CommandFailure = (error: unknown, command: string) => void;

/** A command came while the directory was being let go: its sender gets no answer, and tries again. */
export class NotTaken extends Error {
  constructor() {
    super('the data directory is being let go');
  }
}

const SOCKET_NAME = 'control.sock';
const MAX_REQUEST_CHARACTERS = 64 * 1024;
/** The list of files of a cut has a hundred bytes or so for each. */
const MAX_REPLY_CHARACTERS = 64 * 2 ** 20;
const REPLY_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1000;
/** How often the sender of a long command is told that it goes on: an empty line. */
const STILL_BUSY_MS = 2000;

/**
 * A unix socket in the data directory that is both lock and control channel: the process that listens on it
 * owns the directory. One that was killed leaves a socket without a listener; the next one takes its place.
 */
export class ControlSocket {
  readonly #server: Server;
  readonly #path: SocketPath;
  readonly #intake: Intake;
  readonly #connections = new Set<Socket>();

  private constructor(server: Server, path: SocketPath, intake: Intake) {
    this.#server = server;
    this.#path = path;
    this.#intake = intake;
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
  }

  /** Undefined where a living process owns the directory. */
  static async acquire(
    folder: string,
    handler: ControlHandler,
    onFailure: CommandFailure,
  ): Promise<ControlSocket | undefined> {
    const path = new SocketPath(folder, SOCKET_NAME);
    const own = new SocketPath(folder, `.control-${process.pid}-${randomUUID().slice(0, 8)}.sock`);
    const intake = new Intake(handler);
    const server = await listen(own.address, intake.handle, onFailure);
    try {
      chmodSync(own.address, 0o600);
      // A link appears under the public name only if nothing is there: two starting processes cannot both win.
      while (!tryLink(own.address, path.address)) {
        if (!(await removeStale(path, folder))) {
          server.close();
          path.close();
          return undefined;
        }
      }
      const won = await stillNamed(path, own);
      if (won) return new ControlSocket(server, path, intake);
      server.close();
      path.close();
      return undefined;
    } finally {
      ignoreMissing(() => unlinkSync(own.address));
      own.close();
    }
  }

  /**
   * Commands that are being carried out are answered: each takes moments, and none may be lost. Until then the directory
   * is not let go, so that no other process changes it beside them; those that come meanwhile are not taken.
   */
  async close(): Promise<void> {
    await this.#intake.end(CLOSE_TIMEOUT_MS);
    ignoreMissing(() => unlinkSync(this.#path.address));
    const cut = setTimeout(() => this.#connections.forEach((socket) => socket.destroy()), CLOSE_TIMEOUT_MS);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(cut);
    this.#path.close();
  }
}

/** Takes commands until it is ended, and knows which are being carried out. */
class Intake {
  readonly #handler: ControlHandler;
  readonly #running = new Set<Promise<unknown>>();
  #isEnded = false;

  constructor(handler: ControlHandler) {
    this.#handler = handler;
  }

  readonly handle: ControlHandler = async (request) => {
    if (this.#isEnded) throw new NotTaken();
    const running = this.#handler(request);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  };

  /** Takes no more; resolves when those that were taken are carried out, or some time later. */
  async end(mostMs: number): Promise<void> {
    this.#isEnded = true;
    const abort = new AbortController();
    const cut = delay(mostMs, undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.#running), cut]);
    abort.abort();
  }
}

/**
 * Sends one command to the process that owns the directory. Undefined where none does, or where it let go of the
 * directory before it took the command: one that was taken is always answered.
 */
export async function sendCommand(
  folder: string,
  request: ControlRequest,
): Promise<{ result: unknown } | undefined> {
  const path = new SocketPath(folder, SOCKET_NAME);
  try {
    const socket = await connectTo(path.address);
    if (!socket) return undefined;
    const reply = await exchange(socket, `${JSON.stringify({ by: currentActor(), ...request })}\n`);
    if (reply === undefined) return undefined;
    const { result, error } = JSON.parse(reply) as { result?: unknown; error?: string };
    if (error !== undefined) throw new OperatorError(error);
    return { result };
  } finally {
    path.close();
  }
}

function listen(path: string, handler: ControlHandler, onFailure: CommandFailure): Promise<Server> {
  const server = createServer((socket) => void serve(socket, handler, onFailure));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

async function serve(socket: Socket, handler: ControlHandler, onFailure: CommandFailure): Promise<void> {
  socket.on('error', () => socket.destroy());
  let request: ControlRequest | undefined;
  try {
    request = JSON.parse(await readLine(socket, MAX_REQUEST_CHARACTERS)) as ControlRequest;
    socket.end(`${JSON.stringify({ result: await busily(socket, handler(request)) })}\n`);
  } catch (error) {
    if (error instanceof NotTaken) {
      socket.destroy();
      return;
    }
    // A process that only looks whether the directory is owned sends nothing.
    if (request && !(error instanceof OperatorError)) onFailure(error, request.command);
    if (socket.writable) socket.end(`${JSON.stringify({ error: reasonOf(error) })}\n`);
  }
}

/** What the system says is told, and nothing else that was not meant for an operator: it may hold anything. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { errno, code = '', message } = error as NodeJS.ErrnoException;
  if (errno === undefined)
    return 'the command failed: the log of the process that owns the data directory says why';
  const advice = NOT_ALLOWED.has(code) ? '; run the command as the user that the service runs as' : '';
  return `the process that owns the data directory could not do it: ${message}${advice}`;
}

async function busily(socket: Socket, result: Promise<unknown>): Promise<unknown> {
  const beat = setInterval(() => socket.writable && socket.write('\n'), STILL_BUSY_MS);
  try {
    return await result;
  } finally {
    clearInterval(beat);
  }
}

/** Undefined where the connection was lost before an answer came. */
async function exchange(socket: Socket, message: string): Promise<string | undefined> {
  socket.write(message);
  try {
    return await readLine(socket, MAX_REPLY_CHARACTERS);
  } catch (error) {
    if (LOST.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  } finally {
    socket.destroy();
  }
}

const CLOSED = 'CLOSED_WITHOUT_ANSWER';
const LOST = new Set(['ECONNRESET', 'EPIPE', CLOSED]);

/** The first line that is not empty. */
function readLine(socket: Socket, maxCharacters: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    let length = 0;
    socket.setEncoding('utf8');
    socket.setTimeout(REPLY_TIMEOUT_MS, () =>
      socket.destroy(new OperatorError('the running service did not answer')),
    );
    socket.on('error', reject);
    socket.on('close', () => reject(Object.assign(new Error('the connection was closed'), { code: CLOSED })));
    socket.on('data', function take(chunk: string) {
      const text = length === 0 ? chunk.replace(/^\n+/, '') : chunk;
      const end = text.indexOf('\n');
      parts.push(end < 0 ? text : text.slice(0, end));
      length += text.length;
      if (end < 0 && length <= maxCharacters) return;
      socket.off('data', take);
      if (length > maxCharacters) reject(new OperatorError('a message on the control socket is too long'));
      else resolve(parts.join(''));
    });
  });
}
