import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeQuestions } from '../../../../src/cluster/remote/node-questions.ts';
import type { Actor } from '../../../../src/app/directory/actor.ts';
import { readAudit } from '../../../../src/app/operate/audit/audit-log.ts';
import { acquireDirectory } from '../../../../src/app/operate/control/admin-access.ts';
import { adminHandler, type AddedCommand } from '../../../../src/app/operate/control/admin.ts';
import { CommandRefused } from '../../../../src/app/directory/control-socket.ts';
import { answerCommands, remoteCommands } from '../../../../src/cluster/remote/remote-commands.ts';
import { temporaryName } from '../../../../src/app/directory/temporary-name.ts';
import { InProcessRpc } from '../../../support/in-process-rpc.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import { OperatorError } from '../../../../src/core/errors.ts';

let folder: string;
let rpc: InProcessRpc<NodeQuestions>;
/** The senders of commands, as recorded by the leader. */
let given: (Actor | undefined)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-remote-commands-'));
  for (const name of ['serving', 'leading']) mkdirSync(join(folder, name));
  rpc = new InProcessRpc<NodeQuestions>({ clock: new SystemClock() });
  given = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lead(commands: Record<string, AddedCommand>, term = 1) {
  const parts = { rpc: rpc.another(), folder: join(folder, 'leading') };
  const known = new Map(Object.entries(commands));
  return answerCommands(parts, term, async ({ command, arguments: args, by }) => {
    given.push(by);
    const carriedOut = known.get(command);
    if (!carriedOut) throw new OperatorError(`unknown: the command ${command}`);
    return carriedOut(args, by);
  });
}

function run(name: string, args: Readonly<Record<string, unknown>> = {}, by?: Actor): Promise<unknown> {
  const commands = new Map<string, AddedCommand>(remoteCommands({ rpc, folder: join(folder, 'serving') }));
  return Promise.resolve(commands.get(name)!(args, by));
}

const refusal = (name: string, args = {}) => run(name, args).catch((error: unknown) => error);

describe('commands to the leading compute node', () => {
  test('arguments and results are the same as on the control socket', async () => {
    lead({ backfill: (args) => ({ args, lost: undefined, endless: Infinity }) });
    expect(await run('backfill', { days: 7, replace: true })).toEqual({
      args: { days: 7, replace: true },
      endless: null,
    });
  });

  test('the leader records its sender, and on which machine', async () => {
    lead({ backfill: () => undefined });
    await run('backfill', {}, { user: 'alice', uid: 1000, sudoUser: 'bob', pid: 7 });
    await run('backfill');
    expect(given).toEqual([
      { user: 'alice', uid: 1000, sudoUser: 'bob', pid: 7, host: hostname() },
      { user: 'unknown', host: hostname() },
    ]);
  });

  test('a request without a sender is recorded as from an unknown machine', async () => {
    lead({ backfill: () => undefined });
    await rpc.ask('command', { command: 'backfill', term: 1, arguments: {} });
    const nonsense = { user: 5, host: ['x'] } as unknown as Actor;
    await rpc.ask('command', { command: 'backfill', term: 1, arguments: {}, by: nonsense });
    expect(given).toEqual([
      { host: 'unknown', user: 'unknown' },
      { host: 'unknown', user: 'unknown' },
    ]);
  });

  test('the audit log of the leader has it, also if it failed', async () => {
    const leading = join(folder, 'leading');
    const directory = await acquireDirectory(leading, new SystemClock(), [], {
      commands: [
        [
          'backfill',
          ({ days }) => {
            if (days === 0) throw new OperatorError('days must be above 0');
            return { outcome: 'begun' };
          },
        ],
      ],
    });
    try {
      answerCommands({ rpc: rpc.another(), folder: leading }, 1, adminHandler(directory));
      await run('backfill', { days: 7 }, { user: 'alice' });
      await expect(run('backfill', { days: 0 }, { user: 'alice' })).rejects.toThrow('above 0');
    } finally {
      await directory.close();
    }
    const by = { user: 'alice', host: hostname() };
    const events = readAudit(leading).entries.filter(({ event }) => event.startsWith('backfill'));
    expect(events.map(({ event, by, details }) => [event, by, details])).toEqual([
      ['backfill', by, { days: 7, outcome: 'begun' }],
      ['backfill.failed', by, { days: 0 }],
    ]);
  });

  test('invalid arguments, or ones too long for a log, are refused', async () => {
    lead({ backfill: () => undefined });
    const nonsense = ['text', null, 7, { days: 'x'.repeat(70_000) }] as unknown[];
    for (const args of nonsense)
      await expect(
        rpc.ask('command', { command: 'backfill', term: 1, arguments: args as Record<string, unknown> }),
      ).rejects.toThrow('at most 64 KiB');
    expect(given).toEqual([]);
  });

  test('a command for another term is refused', async () => {
    const end = lead({ backfill: () => undefined }, 7);
    const recorded = { command: 'backfill', term: 7, arguments: {} };
    await rpc.ask('command', recorded);
    end();
    lead({ backfill: () => undefined }, 8);
    for (const asked of [recorded, { command: 'backfill', arguments: {} }])
      await expect(rpc.ask('command', asked)).rejects.toThrow('meant for another term');
    expect(given).toHaveLength(1);
    await run('backfill');
    expect(given).toHaveLength(2);
  });

  test('a command may have no result', async () => {
    lead({ backfill: () => undefined });
    expect(await run('backfill')).toBeUndefined();
  });

  test('staged data of an import exists while the leader imports it, and is then removed', async () => {
    const name = temporaryName('import');
    writeFileSync(join(folder, 'serving', name), 'records');
    const seen: unknown[] = [];
    lead({
      'import.ohlcv': ({ name: staged, file, replace }) => {
        seen.push(readFileSync(join(folder, 'leading', String(staged)), 'utf8'), file, replace);
        return { added: 1 };
      },
    });
    expect(await run('import.ohlcv', { name, file: 'days.csv', replace: false })).toEqual({ added: 1 });
    expect(seen).toEqual(['records', 'days.csv', false]);
    expect(readdirSync(join(folder, 'leading'))).toEqual([]);
    expect(readdirSync(join(folder, 'serving'))).toEqual([name]);
  });

  test('a failed import leaves nothing, and an import reads only staged data', async () => {
    const name = temporaryName('import');
    writeFileSync(join(folder, 'serving', name), 'records');
    writeFileSync(join(folder, 'secret'), 'secret');
    lead({
      'import.ohlcv': () => {
        throw new OperatorError('the day is not over');
      },
    });
    await expect(run('import.ohlcv', { name })).rejects.toThrow('the day is not over');
    expect(readdirSync(join(folder, 'leading'))).toEqual([]);
    await expect(run('import.ohlcv', { name: '../secret' })).rejects.toThrow(
      'the temporary name of its staged file',
    );
    await expect(rpc.ask('command', { command: 'import.ohlcv', term: 1, arguments: {} })).rejects.toThrow(
      'records',
    );
  });

  test('the leader executes no other remote commands', async () => {
    lead({ 'backup.cut': () => 'cut', 'keys.rotate': () => 'rotated' });
    for (const command of ['backup.cut', 'keys.rotate', 'nonsense', 'status'])
      await expect(rpc.ask('command', { command, arguments: {} })).rejects.toThrow(`the command ${command}`);
  });

  test.each<[string, () => unknown, string]>([
    ['what is for the operator', () => new OperatorError('days must be a number'), 'days must be a number'],
    ['what the system says', () => systemError(), 'could not run the command: ENOSPC: no space left'],
    ['a node that is ending', () => new CommandRefused(), 'is shutting down: try again'],
    ['a failure', () => new Error('hunter2'), 'could not run backfill: see its log'],
  ])('%s is reported', async (_, error, text) => {
    lead({ backfill: () => Promise.reject(error() as Error) });
    const refused = await refusal('backfill');
    expect(refused).toBeInstanceOf(OperatorError);
    expect(String(refused)).toContain(text);
    expect(String(refused)).not.toContain('hunter2');
  });

  test('without a leader the operator is asked to try again, also after one has gone', async () => {
    const end = lead({ 'sources.status': () => 'sources' });
    expect(await run('sources.status')).toBe('sources');
    end();
    const refused = await refusal('sources.status');
    expect(refused).toBeInstanceOf(OperatorError);
    expect(String(refused)).toContain('no compute node leads');
  });

  test.each([
    [true, 'a compute node leads, but it did not reply (no-node)'],
    [false, 'no compute node leads at the moment: try'],
    [undefined, 'no compute node leads at the moment, or it does not reply (no-node)'],
  ])('without a reply, the operator learns whether a node leads: %s', async (isLed, text) => {
    const leads = async () => isLed;
    const commands = new Map(remoteCommands({ rpc, folder: join(folder, 'serving'), leads }));
    await expect(commands.get('status')!({}, { user: 'alice' })).rejects.toThrow(text);
  });

  test('an accepted command without a reply is reported as possibly executed', async () => {
    const taken = new Deferred<void>();
    lead({ backfill: () => (taken.resolve(), new Promise(() => undefined)) });
    const refused = refusal('backfill');
    await taken.promise;
    await rpc.close();
    expect(String(await refused)).toContain('may or may not have run');
  });
});

function systemError(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { errno: -28, code: 'ENOSPC' });
}
