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
  /** Declared by the sender; `sendCommand` adds it. */
  readonly by?: Actor;
  /** Whether the sender understands the reply `taken`. `sendCommand` sets it; older versions do not send it. */
  readonly hearsTaken?: boolean;
}

export type ControlHandler = (request: ControlRequest) => Promise<unknown>;

/** Called when a command fails for a reason other than an operator's mistake. */
export type CommandFailure = (error: unknown, command: string) => void;

/** The command arrived while the owner was releasing the directory. The sender gets no result and retries. */
export class CommandRefused extends Error {
  constructor() {
    super('the data directory is being released');
  }
}

const SOCKET_NAME = 'control.sock';
/** Also the limit for commands that arrive over the bus. */
export const MAX_REQUEST_CHARACTERS = 64 * 1024;
/** The reply to `backup.cut` lists all files, about 100 bytes each. */
const MAX_REPLY_CHARACTERS = 64 * 2 ** 20;
const REPLY_TIMEOUT_MS = 10_000;
/** How long `close` waits for running commands, and then again for their replies to be read. */
const CLOSE_TIMEOUT_MS = 1000;
/** Interval of the empty lines that keep the sender of a long command waiting. */
const STILL_BUSY_MS = 2000;
/** First reply, sent before the command starts: after it, the sender never repeats the command by itself. */
const TAKEN = JSON.stringify({ taken: true });
/** The command was refused: nothing of it was done. */
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

  /** Undefined if a running process owns the directory. */
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
      // Creating a link fails if the public name exists: two starting processes cannot both succeed.
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
   * Waits until running commands are answered: most are short, and none may be lost. The socket is kept until
   * then, so that no other process changes the directory at the same time; new commands are refused. The
   * sender of a command that outlasts the timeout has received `taken` and does not repeat it.
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

/** Accepts commands until `end`, and tracks those that are running. */
class Intake {
  readonly #handler: ControlHandler;
  readonly #running = new Set<Promise<unknown>>();
  #isEnded = false;

  constructor(handler: ControlHandler) {
    this.#handler = handler;
  }

  /** `sendTaken` tells the sender that the command is accepted. If that fails, the command does not run. */
  async handle(request: ControlRequest, sendTaken: () => Promise<void>): Promise<unknown> {
    if (this.#isEnded) throw new CommandRefused();
    const running = sendTaken().then(() => this.#handler(request));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Refuses new commands. Resolves when all running commands have ended, or after `maxMs`. */
  async end(maxMs: number): Promise<void> {
    this.#isEnded = true;
    const abort = new AbortController();
    const cut = delay(maxMs, undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.#running), cut]);
    abort.abort();
  }
}

/**
 * Sends one command to the process that owns the directory. Undefined if no process owns it, or if the owner
 * refused the command because it was releasing the directory: then nothing of the command was done. Rejects
 * if the owner accepted the command and ended before it replied: the command may have run, so it is not
 * repeated, unless repeating it is harmless (`MAY_BE_REPEATED`).
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
    const sendTaken = request.hearsTaken === true ? () => sendLine(socket, TAKEN) : () => Promise.resolve();
    const result = await keptAlive(socket, intake.handle(request, sendTaken));
    socket.end(`${JSON.stringify({ result })}\n`);
  } catch (error) {
    if (error instanceof CommandRefused) {
      if (request?.hearsTaken === true && socket.writable) socket.end(`${NOT_TAKEN}\n`);
      else socket.destroy();
      return;
    }
    // A process that only checks whether the directory is owned connects without sending a request.
    if (request && !(error instanceof OperatorError)) onFailure(error, request.command);
    if (socket.writable) socket.end(`${JSON.stringify({ error: reasonOf(error) })}\n`);
  }
}

/** Only errors written for operators and system errors go to the sender; other messages may contain anything. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { errno, code = '', message } = error as NodeJS.ErrnoException;
  if (errno === undefined)
    return 'the command failed: the log of the process that owns the data directory says why';
  const advice = NOT_ALLOWED.has(code) ? '; run the command as the user that the service runs as' : '';
  return `the process that owns the data directory could not run the command: ${message}${advice}`;
}

/** Rejects if the sender is gone: it did not learn that the command was accepted. */
function sendLine(socket: Socket, line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(`${line}\n`, (error) => (error ? reject(new CommandRefused()) : resolve())),
  );
}

async function keptAlive(socket: Socket, result: Promise<unknown>): Promise<unknown> {
  const beat = setInterval(() => socket.writable && socket.write('\n'), STILL_BUSY_MS);
  try {
    return await result;
  } finally {
    clearInterval(beat);
  }
}

/** Idempotent commands: if the owner ended before it replied, the sender repeats them. */
const MAY_BE_REPEATED: ReadonlySet<string> = new Set([
  'backup.cut',
  'import.ohlcv',
  'sources.status',
  'status',
]);

/** Undefined if the connection was lost before the command was accepted, or if the command may be repeated. */
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
    `the process that owns the data directory received the command ${command} and ended before it replied: the command may or may not ` +
      'have been carried out. Check (the audit log records changes) before you run it again.',
  );
}

const TOO_LONG = 'a message on the control socket is too long';
const CLOSED = 'CLOSED_WITHOUT_ANSWER';
const LOST = new Set(['ECONNRESET', 'EPIPE', CLOSED]);

/** The first line that is not empty and that `skip` does not match. */
function readLine(
  socket: Socket,
  maxCharacters: number,
  skip: (line: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    let length = 0;
    socket.setEncoding('utf8');
    socket.setTimeout(REPLY_TIMEOUT_MS, () =>
      socket.destroy(new OperatorError('the running service did not reply')),
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
        if (line !== '' && !skip(line)) return done(() => resolve(line));
      }
    });
  });
}
