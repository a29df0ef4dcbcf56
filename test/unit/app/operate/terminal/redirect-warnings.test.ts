import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ErrorOutput } from '../../../../../src/app/operate/terminal/error-output.ts';
import { redirectWarnings } from '../../../../../src/app/operate/terminal/redirect-warnings.ts';

function terminal() {
  const writes: string[] = [];
  const write = (bytes: Uint8Array) => {
    writes.push(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  const output = new ErrorOutput({ write, isTerminal: true, columns: () => 40, pause: () => undefined });
  return { output, writes };
}

test('a warning gets its own line above the progress, and is written once', () => {
  const source = new EventEmitter();
  source.on('warning', () => expect.unreachable('as Node would write it'));
  const { output, writes } = terminal();
  redirectWarnings(source, output);
  output.progress!('50 %');
  source.emit('warning', Object.assign(new Error('the disk is slow'), { name: 'Warning' }));
  expect(writes).toEqual(['50 %', '\r    \rWarning: the disk is slow\n50 %']);
});

test('warnings that are switched off stay off', () => {
  const source = new EventEmitter();
  const { output, writes } = terminal();
  redirectWarnings(source, output);
  source.emit('warning', new Error('unwanted'));
  expect(writes).toEqual([]);
});

test('an error that ends the process is not mixed with progress', () => {
  const source = new EventEmitter();
  const { output, writes } = terminal();
  redirectWarnings(source, output);
  output.progress!('50 %');
  source.emit('uncaughtExceptionMonitor', new Error('unforeseen'));
  expect(writes).toEqual(['50 %', '\r    \r']);
});
