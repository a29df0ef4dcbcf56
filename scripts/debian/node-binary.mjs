// The Node that the Debian package carries, from the packages in which npm carries Node's binaries.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const NODE_VERSION = '24.21.0';

/** By Debian's name of the architecture. */
const BINARIES = {
  amd64: { npm: 'x64', sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c' },
  arm64: { npm: 'arm64', sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584' },
};

/** @typedef {keyof typeof BINARIES} Architecture */

/** @param {string} name @returns {name is Architecture} */
export const isArchitecture = (name) => Object.hasOwn(BINARIES, name);

/**
 * The folder of the package: `bin/node` and `LICENSE`. Fetched once.
 * @param {string} root @param {Architecture} architecture
 */
export function nodePackage(root, architecture) {
  const { npm, sha256 } = BINARIES[architecture];
  const name = `node-linux-${npm}`;
  // npm removes what it installed there before, so only the own architecture shares a folder with the tests.
  const prefix = join(root, 'node_modules', '.cache', 'nodes', npm === process.arch ? '24' : `24-${npm}`);
  const folder = join(prefix, 'node_modules', name);
  if (!existsSync(join(folder, 'bin', 'node'))) fetchPackage(prefix, name, npm);
  const found = createHash('sha256')
    .update(readFileSync(join(folder, 'bin', 'node')))
    .digest('hex');
  if (found !== sha256)
    throw new Error(`${folder}/bin/node is not the Node ${NODE_VERSION} that was checked: remove the folder`);
  return folder;
}

/** @param {string} prefix @param {string} name @param {string} cpu */
function fetchPackage(prefix, name, cpu) {
  mkdirSync(prefix, { recursive: true });
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const platform = ['--os', 'linux', '--cpu', cpu, '--prefix', prefix];
  const { status } = spawnSync('npm', ['install', ...flags, ...platform, `${name}@${NODE_VERSION}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm cannot install ${name}@${NODE_VERSION}`);
}
