import type { EventEmitter } from 'node:events';
import type { ErrorOutput } from './error-output.ts';

/**
 * Node writes warnings, and an error that ends the process, straight to standard error. Warnings are written by the one writer of
 * it instead, and before such an error the progress is taken away: nothing runs into it. Where warnings are switched off, they stay off.
 */
export function tellWarnings(source: EventEmitter, output: ErrorOutput): void {
  source.on('uncaughtExceptionMonitor', () => output.progress?.(''));
  if (source.listenerCount('warning') === 0) return;
  source.removeAllListeners('warning');
  source.on('warning', ({ name, message }: Error) => void output.write(`${name}: ${message}\n`));
}
