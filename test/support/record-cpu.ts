import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Appends the CPU seconds of each test file, with those of the processes that it started and that have ended, to the file that TEST_CPU names. */
const TICKS_PER_SECOND = 100;

function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

const before = cpuSeconds();
const startedAt = performance.now();

afterAll(() => {
  const { testPath } = expect.getState();
  const wall = (performance.now() - startedAt) / 1000;
  appendFileSync(
    process.env['TEST_CPU'] ?? '',
    `${(cpuSeconds() - before).toFixed(2)} ${wall.toFixed(1)} ${testPath}\n`,
  );
});
