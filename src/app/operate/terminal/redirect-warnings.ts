import type { EventEmitter } from 'node:events';
import type { ErrorOutput } from './error-output.ts';

/**
 * Writes Node's warnings through the only writer of standard error, and removes the progress line before a
 * fatal error.
 */
export function redirectWarnings(source: EventEmitter, output: ErrorOutput): void {
  source.on('uncaughtExceptionMonitor', () => output.progress?.(''));
  if (source.listenerCount('warning') === 0) return;
  source.removeAllListeners('warning');
  source.on('warning', ({ name, message }: Error) => void output.write(`${name}: ${message}\n`));
}
