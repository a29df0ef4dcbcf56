// Suites that need more than npm gives: what they need, and how to get it on Debian as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * @typedef {object} SystemSuite
 * @property {string} name
 * @property {string} files  glob of its test files
 * @property {string} needs  in words
 * @property {string} program  found on the path, or absolute
 * @property {string[]} packages  Debian packages that bring it
 */

/** @type {SystemSuite[]} */
export const SYSTEM_SUITES = [
  {
    name: 'browser',
    files: 'test/browser/**',
    needs: 'Chromium',
    program: '/usr/bin/chromium',
    packages: ['chromium'],
  },
];

/** @param {SystemSuite} suite @returns {boolean} whether it can run now */
export function prepare({ name, program, packages }) {
  if (available(program)) return true;
  if (!isDebianRoot()) return false;
  console.log(`\n== installing ${packages.join(' ')} for the ${name} suite`);
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', ['-qq', '-y', '--no-install-recommends', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', ...packages) && available(program);
}

/** @param {string} program */
function available(program) {
  return program.startsWith('/') ? existsSync(program) : spawnSync('which', [program]).status === 0;
}

function isDebianRoot() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0;
}
