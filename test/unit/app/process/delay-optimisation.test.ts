import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { optimisationFlags } from '../../../../src/app/process/delay-optimisation.ts';

const known = optimisationFlags(process.versions.node);

test.each(['delayed', 'normal'] as const)(
  'V8 of this Node knows the flag for %s: there is no warning',
  (which) => {
    const program = `require('node:v8').setFlagsFromString(${JSON.stringify(known?.[which])})`;
    const { stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  },
);

test('the default is the value that V8 of this Node has by itself', () => {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(stdout).toContain(`default: ${known?.normal}\n`);
});

test('an unknown Node keeps its own rule', () => {
  expect(optimisationFlags('26.1.0')).toBeUndefined();
});
