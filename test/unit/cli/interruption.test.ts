import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Interrupted } from '../../../src/cli/exit-codes.ts';
import { CLEAN_UP_MS, interruption } from '../../../src/cli/interruption.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Listener = () => void;
const exit = vi.fn<(code: number) => never>();
let before: ReadonlyMap<string, readonly unknown[]>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
  exit.mockReset();
  before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
});
afterEach(() => {
  for (const signal of SIGNALS) for (const listener of added(signal)) process.off(signal, listener);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const added = (signal: (typeof SIGNALS)[number]): Listener[] =>
  (process.listeners(signal) as Listener[]).filter((listener) => !before.get(signal)!.includes(listener));

/** Simulates the signal. */
function send(signal: (typeof SIGNALS)[number]): void {
  for (const listener of added(signal)) listener();
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s aborts the command, and ends it with %i where that takes too long', (signal, code) => {
  const aborted = interruption(true);
  send(signal);
  expect(aborted.reason).toBeInstanceOf(Interrupted);
  vi.advanceTimersByTime(CLEAN_UP_MS - 1);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit).toHaveBeenCalledWith(code);
});

test('a command has less than a second', () => {
  expect(CLEAN_UP_MS).toBeLessThan(1000);
});

test('a completed command keeps its own exit code', () => {
  const own = process.exitCode;
  interruption(true);
  send('SIGTERM');
  process.exitCode = 0;
  vi.advanceTimersByTime(CLEAN_UP_MS);
  process.exitCode = own;
  expect(exit).toHaveBeenCalledWith(0);
});
