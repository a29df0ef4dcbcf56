import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

// Set up by vitest.config.ts if TEST_CPU names a file: appends the CPU seconds of each test file, with those of its threads and of the
// processes that it started and that have ended, and the seconds that it took.

const TICKS_PER_SECOND = 100;
/** User and system time of the process and of its children, in /proc/self/stat behind the name of the program. */
const TIMES = [11, 15] as const;

function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(...TIMES).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

const startedAt = performance.now();
const before = cpuSeconds();

afterAll(() => {
  const { testPath = '' } = expect.getState();
  const seconds = (performance.now() - startedAt) / 1000;
  const line = `${(cpuSeconds() - before).toFixed(2)} ${seconds.toFixed(1)} ${testPath}\n`;
  appendFileSync(process.env['TEST_CPU'] ?? '', line);
});
