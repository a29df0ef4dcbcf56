import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInProcess } from '../../support/command-line.ts';
import { command as keysCommand } from '../../../src/cli/commands/keys.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([[[]], [['--integrity']]])(
  'keys rotate %j refuses a missing data directory, and does not create it',
  async (switches) => {
    const data = join(folder, 'typo');
    const args = ['rotate', ...switches, '--data', data];
    await expect(runInProcess('keys', keysCommand, args)).rejects.toThrow(
      `there is no data directory ${data}: is --data right?`,
    );
    expect(existsSync(data)).toBe(false);
  },
);
