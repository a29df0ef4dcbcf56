import { hostname } from 'node:os';
import { join } from 'node:path';
import { readFileSync, rmSync, writeFileSync } from '../../disk/files.ts';
import { STEP_DOWN_COMMAND } from './step-down-command.ts';
import { RpcFailed, NoReply, type Rpc, type StopAnswering } from '../nats/rpc.ts';
import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import { MINUTE_MS } from '../../core/time.ts';
import { PRIVATE_FILE_MODE } from '../../disk/durable-file.ts';
import { actorIn } from '../../app/directory/actor.ts';
import type { Role } from '../../app/config/settings.ts';
import { QUESTION_ROLES, type ForwardedCommand, type NodeQuestions } from './node-questions.ts';
import { isTemporaryName, temporaryName } from '../../app/directory/temporary-name.ts';
import type { AddedCommand } from '../../app/operate/control/admin.ts';
import { ALERT_COMMANDS } from '../../app/operate/control/alert-command-names.ts';
import {
  MAX_REQUEST_CHARACTERS,
  CommandRefused,
  type ControlHandler,
} from '../../app/directory/control-socket.ts';

/**
 * Commands that the leading compute node runs for operators of other nodes. A backup is not forwarded: it is made of links in the
 * directory of the node that runs it.
 */
const FORWARDED = new Map<string, 'report' | 'command'>([
  ['status', 'report'],
  ['sources.status', 'report'],
  ['backfill', 'command'],
  ['import.ohlcv', 'command'],
  [STEP_DOWN_COMMAND, 'command'],
  // Not all roles may read the alerts of clients.
  ...ALERT_COMMANDS.map((name) => [name, 'command'] as const),
]);

/** The command whose arguments name a file that was staged in the data directory. */
const IMPORT = 'import.ohlcv';
/** A report: the current term of the leading compute node. Commands contain it, so a replayed one is rejected in any later term. */
const TERM = 'cluster.term';
/** A node sends keep-alives while it works on a command, so a node that dies is detected much earlier. */
const TIMEOUT_MS = 10 * MINUTE_MS;

export interface RemoteCommandParts {
  readonly rpc: Rpc<NodeQuestions>;
  /** The data directory of this node. */
  readonly folder: string;
  /** The role in this node's credentials, if it has any. Not every role may give commands that change something. */
  readonly role?: Role | undefined;
  /** Whether a compute node leads now; undefined if that is unknown. */
  readonly leads?: () => Promise<boolean | undefined>;
}

/** Commands of this node that the leading compute node runs; both record them in their audit logs. */
export function remoteCommands(parts: RemoteCommandParts): [name: string, command: AddedCommand][] {
  return [...FORWARDED].map(([name, question]) => [name, remoteCommand(parts, name, question)]);
}

function remoteCommand(
  { rpc, folder, role, leads }: RemoteCommandParts,
  command: string,
  question: 'report' | 'command',
): AddedCommand {
  return async (args, by) => {
    if (role && !QUESTION_ROLES[question].asks.includes(role))
      throw new OperatorError(
        `a ${role} node may not give the command ${command}: run it with --data DIR of a compute node`,
      );
    const staged = command === IMPORT ? { staged: stagedFile(folder, args) } : {};
    try {
      const term = question === 'command' ? { term: await termOf(rpc) } : {};
      const asked = {
        command,
        arguments: args,
        by: { ...actorIn(by), host: hostname() },
        ...term,
        ...staged,
      };
      const { result } = await rpc.ask(question, asked, { timeoutMs: TIMEOUT_MS });
      return result === undefined ? undefined : (JSON.parse(result) as unknown);
    } catch (error) {
      throw await forOperator(error, command, leads);
    }
  };
}

/** This request changes nothing, whether or not a node accepted it. */
async function termOf(rpc: Rpc<NodeQuestions>): Promise<number> {
  try {
    const { result = '' } = await rpc.ask('report', { command: TERM, arguments: {} });
    return Number(result);
  } catch (error) {
    throw error instanceof NoReply ? new NoReply(error.question, error.reason) : error;
  }
}

/**
 * Makes this node run commands that operators send to other nodes. Only the leading compute node does this, while it leads. `run` records them
 * like those of this node, with the actor that the other node reports. `term` increases with each term of any node.
 */
export function answerCommands(
  { rpc, folder }: RemoteCommandParts,
  term: number,
  run: ControlHandler,
): StopAnswering {
  const answer = (question: 'report' | 'command') =>
    rpc.answer(question, (asked) => carryOut(question, asked));
  const ends = [answer('report'), answer('command')];
  return () => {
    for (const end of ends) end();
  };

  async function carryOut(question: 'report' | 'command', asked: ForwardedCommand) {
    const { command } = asked;
    if (question === 'report' && command === TERM) return { result: String(term) };
    if (FORWARDED.get(command) !== question)
      throw new OperatorError(
        `the leading compute node does not know the command ${command}: it may run another version`,
      );
    if (question === 'command' && asked.term !== term)
      throw new OperatorError(
        `the leading compute node leads in term ${term}, and the command was meant for another term: run it again`,
      );
    if (!isObject(asked.arguments) || JSON.stringify(asked.arguments).length > MAX_REQUEST_CHARACTERS)
      throw new OperatorError('the arguments of a command must be an object of at most 64 KiB');
    const by = { host: 'unknown', ...actorIn(asked.by) };
    const runBy = (args: ForwardedCommand['arguments']) => run({ command, arguments: args, by });
    try {
      const result = await (command === IMPORT ? importing(folder, asked, runBy) : runBy(asked.arguments));
      const text = JSON.stringify(result) as string | undefined;
      return text === undefined ? {} : { result: text };
    } catch (error) {
      throw operatorError(error);
    }
  }
}

function stagedFile(folder: string, { name }: Readonly<Record<string, unknown>>): Uint8Array {
  if (typeof name !== 'string' || !isTemporaryName(name))
    throw new OperatorError('an import needs the temporary name of its staged file');
  return readFileSync(join(folder, name));
}

/** Writes the file to this node's directory, under a new temporary name, during the import. */
async function importing(
  folder: string,
  { arguments: args, staged }: ForwardedCommand,
  run: AddedCommand,
): Promise<unknown> {
  if (!(staged instanceof Uint8Array)) throw new OperatorError('an import needs the records to store');
  const name = temporaryName('import');
  const path = join(folder, name);
  try {
    writeFileSync(path, staged, { mode: PRIVATE_FILE_MODE, flag: 'wx' });
    return await run({ ...args, name });
  } finally {
    rmSync(path, { force: true });
  }
}

/** Passes on system errors, as the control socket does, but no other internal errors. */
function operatorError(error: unknown): unknown {
  if (error instanceof CommandRefused)
    return new OperatorError('the leading compute node is shutting down: try again in a moment');
  const { errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined
    ? error
    : new OperatorError(`the leading compute node could not run the command: ${message}`);
}

async function forOperator(
  error: unknown,
  command: string,
  leads: RemoteCommandParts['leads'],
): Promise<unknown> {
  if (error instanceof RpcFailed)
    return new OperatorError(`the leading compute node could not run ${command}: see its log`);
  if (!(error instanceof NoReply)) return error;
  if (error.accepted)
    return new OperatorError(
      `the leading compute node accepted the command ${command} but did not reply (${error.reason}): it may or may not ` +
        'have run. Check before you run it again.',
    );
  if (error.reason === 'away')
    return new OperatorError(
      'the leading compute node cannot be asked, because the bus has no connection to its servers: try again when it has',
    );
  // In a flood of questions the servers say that nothing listens, although a node leads.
  const isLed = await leads?.().catch(() => undefined);
  if (isLed === undefined)
    return new OperatorError(
      `no compute node leads at the moment, or it does not reply (${error.reason}): try again in a moment`,
    );
  return new OperatorError(
    isLed
      ? `a compute node leads, but it did not reply (${error.reason}): it may be receiving more questions than it takes. Try again in a moment`
      : 'no compute node leads at the moment: try again in a moment',
  );
}
