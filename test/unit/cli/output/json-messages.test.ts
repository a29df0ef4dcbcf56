import { expect, test } from 'vitest';
import type { Output } from '../../../../src/cli/command.ts';
import { Interrupted } from '../../../../src/cli/exit-codes.ts';
import { withJsonMessages } from '../../../../src/cli/output/json-messages.ts';
import { OperatorError } from '../../../../src/core/errors.ts';

function output() {
  let said = '';
  const io = { out: () => undefined, err: (text: string) => void (said += text) } as unknown as Output;
  return {
    io,
    records: () => said.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object])),
  };
}

test('messages of a command are one record per line', async () => {
  const { io, records } = output();
  const code = await withJsonMessages(io, async ({ err }, tell) => {
    err('tidemark: simulated data, no real prices\n');
    tell({ records: 3, file: 'x\u009b.csv' });
    return 0;
  });
  expect(code).toBe(0);
  expect(records()).toEqual([
    { message: 'simulated data, no real prices' },
    { records: 3, file: 'x\u009b.csv' },
  ]);
});

test('failures too; other errors are unchanged', async () => {
  const { io, records } = output();
  const fail = (error: Error) => withJsonMessages(io, () => Promise.reject(error));
  expect(await fail(new OperatorError('the disk is full'))).toBe(1);
  expect(await fail(new Interrupted('SIGTERM'))).toBe(143);
  expect(records()).toEqual([{ error: 'the disk is full' }, { error: 'interrupted: nothing was written' }]);
  await expect(fail(new TypeError('a mistake'))).rejects.toThrow('a mistake');
});
