import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ControlSocket,
  CommandRefused,
  sendCommand,
  type ControlHandler,
} from '../../../../src/app/directory/control-socket.ts';
import { runCommand } from '../../../../src/app/operate/control/admin-access.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
let sockets: ControlSocket[] = [];
afterEach(async () => {
  await Promise.all(sockets.map((socket) => socket.close()));
  sockets = [];
});

/** A folder whose owner gives these answers, and the failures reported to the owner. */
async function owned(handler: ControlHandler, closeTimeoutMs?: number) {
  const folder = newFolder();
  const failures: [message: string, command: string][] = [];
  const onFailure = (error: unknown, command: string) =>
    void failures.push([(error as Error).message, command]);
  const socket = await ControlSocket.acquire(folder, handler, onFailure, closeTimeoutMs);
  if (!socket) throw new Error('a new folder is owned');
  sockets.push(socket);
  const ask = (command: string, args: Record<string, unknown> = {}) =>
    sendCommand(folder, { command, arguments: args });
  return { folder, failures, ask };
}

describe('an answer', () => {
  test('may be as long as the list of files of many years', async () => {
    const files = Array.from({ length: 100_000 }, (_, i) => ({ path: `inputs/${i}.inputs`, bytes: i }));
    const { ask } = await owned(async () => files);
    expect(await ask('backup.cut')).toEqual({ result: files });
  });

  test('to a command that is far too long says so', async () => {
    const { ask, failures } = await owned(async () => 'done');
    await expect(ask('clients.add', { name: 'x'.repeat(100_000) })).rejects.toThrow(/too long/);
    expect(await ask('clients.add')).toEqual({ result: 'done' });
    expect(failures).toEqual([]);
  });

  test('does not come if the owner releases the directory: the command was not accepted', async () => {
    const { ask, failures } = await owned(() => Promise.reject(new CommandRefused()));
    expect(await ask('import.ohlcv')).toBeUndefined();
    expect(failures).toEqual([]);
  });
});

test('the directory is released once the running command has ended, and none is accepted meanwhile', async () => {
  let finish!: (result: string) => void;
  let taken!: () => void;
  const isTaken = new Promise<void>((resolve) => (taken = resolve));
  const { folder, ask } = await owned(() => {
    taken();
    return new Promise((resolve) => (finish = resolve));
  });
  const asked = ask('clients.add');
  await isTaken;
  const closing = sockets[0]!.close();
  expect(await ask('clients.add')).toBeUndefined();
  const another = () => ControlSocket.acquire(folder, async () => 'another', String);
  expect(await another()).toBeUndefined();
  finish('done');
  expect(await asked).toEqual({ result: 'done' });
  await closing;
  const next = await another();
  expect(next).toBeDefined();
  await next?.close();
});

describe('a command that takes longer than a stopping owner waits', () => {
  test('was accepted: its sender reports it, and does not repeat it', async () => {
    let times = 0;
    let taken!: () => void;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const { folder } = await owned(() => {
      times++;
      taken();
      return new Promise(() => undefined);
    }, 0);
    const request = { command: 'clients.add', arguments: { name: 'a', scopes: [] } };
    const outcome = runCommand(folder, new SystemClock(), request).catch(String);
    await isTaken;
    await sockets[0]!.close();
    expect(await outcome).toMatch(/received the command clients\.add and ended before it replied/);
    expect(times).toBe(1);
    expect(readdirSync(folder)).not.toContain('clients.json');
  });

  test('is not started if its sender disconnects before it is notified', async () => {
    let times = 0;
    const { folder, ask } = await owned(async () => ++times);
    const gone = connect(join(folder, 'control.sock'));
    await once(gone, 'connect');
    gone.end(`${JSON.stringify({ command: 'keys.rotate', arguments: {}, hearsTaken: true })}\n`);
    gone.destroy();
    expect(await ask('keys.rotate')).toEqual({ result: 1 });
  });

  test('is answered in one line if its sender has an older version', async () => {
    const { folder } = await owned(async () => 'done');
    const older = connect(join(folder, 'control.sock')).setEncoding('utf8');
    older.write(`${JSON.stringify({ command: 'status', arguments: {} })}\n`);
    const chunks: string[] = [];
    for await (const chunk of older) chunks.push(String(chunk));
    expect(chunks.join('')).toBe('{"result":"done"}\n');
  });
});

describe('a command that fails', () => {
  test('for a system error reports it, also to its owner', async () => {
    const { folder, ask, failures } = await owned(async () => readFileSync(join(folder, 'missing')));
    const reason = `ENOENT: no such file or directory, open '${join(folder, 'missing')}'`;
    await expect(ask('import.ohlcv')).rejects.toThrow(
      new OperatorError(`the process that owns the data directory could not run the command: ${reason}`),
    );
    expect(failures).toEqual([[reason, 'import.ohlcv']]);
  });

  test('because a file belongs to another user says what to do', async () => {
    const denied = Object.assign(new Error("EACCES: permission denied, open 'x'"), {
      errno: -13,
      code: 'EACCES',
    });
    const { ask } = await owned(() => Promise.reject(denied));
    await expect(ask('import.ohlcv')).rejects.toThrow(
      /EACCES: permission denied.*run the command as the user that the service runs as$/,
    );
  });

  test('for any other reason reveals it only in the log of its owner', async () => {
    const { ask, failures } = await owned(() => Promise.reject(new TypeError('a secret is undefined')));
    await expect(ask('clients.add')).rejects.toThrow(
      new OperatorError('the command failed: the log of the process that owns the data directory says why'),
    );
    expect(failures).toEqual([['a secret is undefined', 'clients.add']]);
  });

  test('because of its sender is not reported to the owner', async () => {
    const { ask, failures } = await owned(() => Promise.reject(new OperatorError('there is no client x')));
    await expect(ask('clients.remove')).rejects.toThrow(new OperatorError('there is no client x'));
    expect(failures).toEqual([]);
  });
});
