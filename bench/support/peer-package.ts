// Packages that the benchmarks compare with. They have their own package.json and lockfile in bench/, so that `npm ci` of the
// repository does not install them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INSTALL = ['ci', '--prefix', 'bench'];

/** Loads a package of bench/package.json and installs all of them if they are missing. */
export function peerPackage(name: string): unknown {
  const folder = benchFolder();
  if (!existsSync(join(folder, 'node_modules', name))) install(folder, name);
  return createRequire(join(folder, 'package.json'))(name);
}

/** The folder with the sources: this file may be the compiled one in dist. */
function benchFolder(): string {
  const own = fileURLToPath(new URL('..', import.meta.url));
  return existsSync(join(own, 'package.json')) ? own : join(own, '..', '..', 'bench');
}

function install(folder: string, name: string): void {
  const command = `npm ${INSTALL.join(' ')}`;
  console.error(`${name} is not installed: running ${command}`);
  const { status } = spawnSync('npm', INSTALL, { cwd: dirname(folder), stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${name} could not be installed: run ${command}`);
}
