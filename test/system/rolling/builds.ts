import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MESSAGE_FORMAT } from '../../../src/cluster/nats/messages/pieces.ts';

/** Root of this build, above `dist`. */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A built version of Tidemark. */
export interface Build {
  /** The program that nodes run. */
  readonly program: string;
  /** Version in its package.json. */
  readonly version: string;
}

/** Folders to remove at the end. */
export class Builds {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemark-builds-'));
  readonly #worktrees: string[] = [];

  get present(): Build {
    return buildAt(ROOT);
  }

  /** A folder with a build, or a revision of this repository, which is built. */
  from(place: string): Build {
    return existsSync(join(place, 'package.json')) ? buildAt(resolve(place)) : this.#built(place);
  }

  /** This build with a version that is one minor higher. */
  nextMinor(): Build {
    const [major, minor] = this.present.version.split('.').map(Number);
    return buildAt(this.#copy('next', `${major}.${minor! + 1}.0`));
  }

  /** The same, with messages in a format that no version knows. */
  withOtherMessages(): Build {
    const folder = this.#copy('other-messages', '99.0.0');
    const compiled = join(folder, 'dist', 'src');
    const names = readdirSync(compiled, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => each.endsWith('.js'))) {
      const text = readFileSync(join(compiled, name), 'utf8');
      if (text.includes(MESSAGE_FORMAT))
        writeFileSync(join(compiled, name), text.replaceAll(MESSAGE_FORMAT, 'TMP9'));
    }
    return buildAt(folder);
  }

  remove(): void {
    for (const worktree of this.#worktrees) run('git', ['worktree', 'remove', '--force', worktree], ROOT);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #copy(name: string, version: string): string {
    const folder = join(this.#folder, name);
    for (const part of ['src', 'web'])
      cpSync(join(ROOT, 'dist', part), join(folder, 'dist', part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const described = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, version }));
    return folder;
  }

  #built(revision: string): Build {
    const folder = join(this.#folder, 'revision');
    mkdirSync(this.#folder, { recursive: true });
    run('git', ['worktree', 'add', '--detach', folder, revision], ROOT);
    this.#worktrees.push(folder);
    const packages = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
    // The page then contains the SDK of this build, which no node uses.
    if (packages(folder) === packages(ROOT))
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
    run(process.execPath, ['scripts/build.mjs', '--unchecked'], folder);
    return buildAt(folder);
  }
}

function buildAt(folder: string): Build {
  const program = join(folder, 'dist', 'src', 'cli', 'main.js');
  if (!existsSync(program)) throw new Error(`${folder} has no build: ${program} is missing`);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { program, version };
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
