import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const TIMEOUT_MS = 900_000;

/** The short form: `npm run check:wings` also runs the unit tests of the copy. */
test(
  'the rest compiles without a wing, its line and its tests',
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/wing-check.mjs', '--types'], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('ok   types without simulator\nok   types without cluster\n');
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);

test('an unknown wing is refused by name', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/wing-check.mjs', 'annexe'], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('src/app/compose/wings.ts has no wing annexe: it has simulator, cluster');
});
