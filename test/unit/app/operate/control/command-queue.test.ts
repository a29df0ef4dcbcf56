import { expect, test } from 'vitest';
import { CommandQueue } from '../../../../../src/app/operate/control/command-queue.ts';
import { CommandRefused } from '../../../../../src/app/directory/control-socket.ts';

/** A command that the test ends. */
function held(log: string[], name: string) {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const command = async () => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { command, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('commands run one after the other, also after one that fails', async () => {
  const queue = new CommandQueue();
  const log: string[] = [];
  const [first, second] = [held(log, 'first'), held(log, 'second')];
  const failing = queue.run(() => first.command().then(() => Promise.reject(new Error('no'))));
  const next = queue.run(second.command);
  second.end();
  await turn();
  expect(log).toEqual(['first begins']);
  first.end();
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('second');
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a queue closes when all accepted commands are done, and accepts no more', async () => {
  const queue = new CommandQueue();
  const log: string[] = [];
  const [first, second] = [held(log, 'first'), held(log, 'second')];
  const taken = [queue.run(first.command)];
  const closing = queue.close().then(() => log.push('closed'));
  taken.push(queue.run(second.command));
  first.end();
  await turn();
  expect(log).toEqual(['first begins', 'first ends', 'second begins']);
  second.end();
  await Promise.all([...taken, closing]);
  expect(log.at(-1)).toBe('closed');
  await expect(queue.run(first.command)).rejects.toThrow(CommandRefused);
  expect(log.at(-1)).toBe('closed');
});
