import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { chmodSync, unlinkSync } from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { currentActor, type Actor } from './actor.ts';
import { connectTo, NOT_ALLOWED, removeStale, SocketPath, stillNamed, takeName } from './socket-path.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';

export interface ControlRequest {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Who sent it, as the sender declares: `sendCommand` adds it. */
  readonly by?: Actor;
  /** Whether its sender understands `taken`: `sendCommand` adds it, senders of older versions do not. */
  readonly hearsTaken?: boolean;
}

export type ControlHandler = (request: ControlRequest) => Promise<unknown>;

/** Hears of a command that failed for a reason other than a mistake of its sender. */
export type CommandFailure = (error: unknown, command: string) => void;

/** A command came while the directory was being let go: its sender gets no result, and tries again. */
export class NotTaken extends Error {
  constructor() {
    super('the data directory is being let go');
  }
}

const SOCKET_NAME = 'control.sock';
/** Also of a command that comes over the bus. */
export const MAX_REQUEST_CHARACTERS = 64 * 1024;
/** The list of files of a cut has a hundred bytes or so for each. */
const MAX_REPLY_CHARACTERS = 64 * 2 ** 20;
const REPLY_TIMEOUT_MS = 10_000;
/** How long `close` waits for commands that are being carried out, and then for their answers to be heard. */
const CLOSE_TIMEOUT_MS = 1000;
/** How often the sender of a long command is told that it goes on: an empty line. */
const STILL_BUSY_MS = 2000;
/** What a sender hears at once, before anything of its command is done: from then on it never does it again by itself. */
const TAKEN = JSON.stringify({ taken: true });
/** After `taken`: nothing of the command was done after all. */
const NOT_TAKEN = JSON.stringify({ taken: false });

/** Lock and control channel of a data directory: the process that listens on this socket owns the directory. */
export class ControlSocket {
  readonly #server: Server;
  readonly #path: SocketPath;
  readonly #intake: Intake;
  readonly #closeTimeoutMs: number;
  readonly #connections = new Set<Socket>();

  private constructor(server: Server, path: SocketPath, intake: Intake, closeTimeoutMs: number) {
    this.#closeTimeoutMs = closeTimeoutMs;
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
    closeTimeoutMs = CLOSE_TIMEOUT_MS,
  ): Promise<ControlSocket | undefined> {
    const path = new SocketPath(folder, SOCKET_NAME);
    const own = new SocketPath(folder, `.control-${process.pid}-${randomUUID().slice(0, 8)}.sock`);
    const intake = new Intake(handler);
    const server = await listen(own.address, intake, onFailure);
    try {
      chmodSync(own.address, 0o600);
      // A link appears under the public name only if nothing is there: two starting processes cannot both win.
      while (!takeName(own.address, path.address)) {
        if (!(await removeStale(path, folder))) {
          server.close();
          path.close();
          return undefined;
        }
      }
      const won = await stillNamed(path, own);
      if (won) return new ControlSocket(server, path, intake, closeTimeoutMs);
      server.close();
      path.close();
      return undefined;
    } finally {
      ignoreMissing(() => unlinkSync(own.address));
      own.close();
    }
  }

  /**
   * Commands that are being carried out are answered: most take moments, and none may be lost. Until then the directory
   * is not let go, so that no other process changes it beside them; those that come meanwhile are not taken. The sender
   * of one that takes too long knows that it was taken, and does not do it again.
   */
  async close(): Promise<void> {
    await this.#intake.end(this.#closeTimeoutMs);
    ignoreMissing(() => unlinkSync(this.#path.address));
    const cut = setTimeout(
      () => this.#connections.forEach((socket) => socket.destroy()),
      this.#closeTimeoutMs,
    );
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

  /** `tell` says that it is taken; where it rejects, the sender does not know that, and nothing is done. */
  async handle(request: ControlRequest, tell: () => Promise<void>): Promise<unknown> {
    if (this.#isEnded) throw new NotTaken();
    const running = tell().then(() => this.#handler(request));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

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
 * directory before it took the command: then nothing of it was done. Rejects where the process took the command and
 * ended before it answered: it is unknown whether the command was carried out, so it must not be done again unasked,
 * unless it comes to the same however often it is done.
 */
export async function sendCommand(
  folder: string,
  request: ControlRequest,
): Promise<{ result: unknown } | undefined> {
  const path = new SocketPath(folder, SOCKET_NAME);
  try {
    const socket = await connectTo(path.address);
    if (!socket) return undefined;
    const reply = await exchange(socket, { by: currentActor(), ...request, hearsTaken: true });
    if (reply === undefined || reply === NOT_TAKEN) return undefined;
    const { result, error } = JSON.parse(reply) as { result?: unknown; error?: string };
    if (error !== undefined) throw new OperatorError(error);
    return { result };
  } finally {
    path.close();
  }
}

function listen(path: string, intake: Intake, onFailure: CommandFailure): Promise<Server> {
  const server = createServer((socket) => void serve(socket, intake, onFailure));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

async function serve(socket: Socket, intake: Intake, onFailure: CommandFailure): Promise<void> {
  socket.on('error', () => socket.destroy());
  let request: ControlRequest | undefined;
  try {
    request = JSON.parse(await readLine(socket, MAX_REQUEST_CHARACTERS)) as ControlRequest;
    const tell = request.hearsTaken === true ? () => say(socket, TAKEN) : () => Promise.resolve();
    const result = await busily(socket, intake.handle(request, tell));
    socket.end(`${JSON.stringify({ result })}\n`);
  } catch (error) {
    if (error instanceof NotTaken) {
      if (request?.hearsTaken === true && socket.writable) socket.end(`${NOT_TAKEN}\n`);
      else socket.destroy();
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

/** Rejects where the sender has gone: it has not heard that the command is taken. */
function say(socket: Socket, line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(`${line}\n`, (error) => (error ? reject(new NotTaken()) : resolve())),
  );
}

async function busily(socket: Socket, result: Promise<unknown>): Promise<unknown> {
  const beat = setInterval(() => socket.writable && socket.write('\n'), STILL_BUSY_MS);
  try {
    return await result;
  } finally {
    clearInterval(beat);
  }
}

/** Commands that come to the same however often they are done: what the owner did not live to answer is done again. */
const MAY_BE_REPEATED: ReadonlySet<string> = new Set([
  'backup.cut',
  'import.ohlcv',
  'sources.status',
  'status',
]);

/** Undefined where the connection was lost before the command was taken, or where it may be done again. */
async function exchange(socket: Socket, request: ControlRequest): Promise<string | undefined> {
  let isTaken = false;
  socket.write(`${JSON.stringify(request)}\n`);
  try {
    return await readLine(socket, MAX_REPLY_CHARACTERS, (line) => {
      isTaken ||= line === TAKEN;
      return line === TAKEN;
    });
  } catch (error) {
    if (!LOST.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (isTaken && !MAY_BE_REPEATED.has(request.command)) throw endedBeforeAnswer(request);
    return undefined;
  } finally {
    socket.destroy();
  }
}

function endedBeforeAnswer({ command }: ControlRequest): OperatorError {
  return new OperatorError(
    `the process that owns the data directory took the command ${command} and ended before it answered: it may have been ` +
      'carried out or not. Look (the audit log records changes) before you run it again.',
  );
}

const TOO_LONG = 'a message on the control socket is too long';
const CLOSED = 'CLOSED_WITHOUT_ANSWER';
const LOST = new Set(['ECONNRESET', 'EPIPE', CLOSED]);

/** The first line that is neither empty nor to be passed over. */
function readLine(
  socket: Socket,
  maxCharacters: number,
  passOver: (line: string) => boolean = () => false,
): Promise<string> {
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
      const done = (settle: () => void) => {
        socket.off('data', take);
        settle();
      };
      const ends = chunk.split('\n');
      for (const [i, part] of ends.entries()) {
        parts.push(part);
        length += part.length;
        if (length > maxCharacters) return done(() => reject(new OperatorError(TOO_LONG)));
        // The last part goes on in the next chunk.
        if (i === ends.length - 1) return;
        const line = parts.splice(0).join('');
        length = 0;
        if (line !== '' && !passOver(line)) return done(() => resolve(line));
      }
    });
  });
}
