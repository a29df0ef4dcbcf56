import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { isClosedPipe, surviveClosedErrorOutput } from '../../../../src/core/network/closed-pipe.ts';

const failed = (code: string) => Object.assign(new Error('write failed'), { code });

test('errors of a closed reader are distinguished', () => {
  expect(['EPIPE', 'EIO', 'ENOSPC'].map((code) => isClosedPipe(failed(code)))).toEqual([true, true, false]);
  expect(isClosedPipe(new Error('write failed'))).toBe(false);
});

test('a process survives these, and no others', () => {
  const stderr = new EventEmitter();
  expect(() => stderr.emit('error', failed('EPIPE'))).toThrow('write failed');
  surviveClosedErrorOutput({ stderr: stderr as NodeJS.Process['stderr'] });
  expect(stderr.emit('error', failed('EPIPE'))).toBe(true);
  expect(() => stderr.emit('error', failed('ENOSPC'))).toThrow('write failed');
});
