// Suites that need more than npm's install gives: what they need, and how to get it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_VERSION } from './debian/node-binary.mjs';

/**
 * @typedef {object} SystemSuite
 * @property {string} name
 * @property {string} files  glob of its test files
 * @property {string} needs  in words
 * @property {() => boolean} available
 * @property {() => boolean} install  tries to get what is missing; false where it cannot
 */

const NODES = fileURLToPath(new URL('../node_modules/.cache/nodes', import.meta.url));
/** Exact, like every other version here. */
const OTHER_NODES = { 22: '22.23.3', 24: NODE_VERSION };

/** @type {SystemSuite[]} */
export const SYSTEM_SUITES = [
  {
    name: 'browser',
    files: 'test/browser/**',
    needs: 'Chromium (Debian package chromium-headless-shell, or chromium)',
    available: () => chromiumProgram() !== undefined,
    install: () => installDebian(['chromium-headless-shell']) || installDebian(['chromium']),
  },
  {
    name: 'PostgreSQL',
    files: 'test/postgres/**',
    needs: 'PostgreSQL and jq (Debian packages postgresql, jq); as root, its user postgres',
    available: () => existsSync('/usr/lib/postgresql') && spawnSync('which', ['jq']).status === 0,
    install: () => installDebian(['postgresql', 'jq']),
  },
  {
    name: 'NATS',
    files: 'test/nats/**',
    needs: 'a NATS server (Debian package nats-server)',
    available: () => existsSync('/usr/sbin/nats-server') || existsSync('/usr/bin/nats-server'),
    install: () => installDebian(['nats-server']),
  },
  {
    name: 'HAProxy',
    files: 'test/haproxy/**',
    needs: 'HAProxy (Debian package haproxy)',
    available: () => existsSync('/usr/sbin/haproxy'),
    install: () => installDebian(['haproxy']),
  },
  {
    name: 'Prometheus',
    files: 'test/prometheus/**',
    needs: 'Prometheus and promtool (Debian package prometheus)',
    available: () => ['prometheus', 'promtool'].every((program) => existsSync(`/usr/bin/${program}`)),
    install: () => installDebian(['prometheus']),
  },
  {
    name: 'openssl',
    files: 'test/openssl/**',
    needs: 'openssl (Debian package openssl)',
    available: () => spawnSync('which', ['openssl']).status === 0,
    install: () => installDebian(['openssl']),
  },
  {
    name: 'chaos',
    files: 'test/system/chaos/{quick-chaos,cluster-proofs}.test.ts',
    needs: 'PostgreSQL, a NATS server and libfaketime (Debian packages postgresql, nats-server, libfaketime)',
    available: () =>
      existsSync('/usr/lib/postgresql') &&
      ['/usr/sbin/nats-server', '/usr/bin/nats-server'].some((program) => existsSync(program)) &&
      hasFaketime(),
    install: () => installDebian(['postgresql', 'nats-server', 'libfaketime']),
  },
  {
    name: 'rolling upgrade',
    files: 'test/system/rolling/**',
    needs: 'PostgreSQL and a NATS server (Debian packages postgresql, nats-server)',
    available: () =>
      existsSync('/usr/lib/postgresql') &&
      ['/usr/sbin/nats-server', '/usr/bin/nats-server'].some((program) => existsSync(program)),
    install: () => installDebian(['postgresql', 'nats-server']),
  },
  {
    name: 'power cut',
    files: 'test/system/crash/history-power-cut.test.ts',
    needs: 'root, loop devices and XFS (Debian packages xfsprogs, mount, strace)',
    available: () =>
      process.getuid?.() === 0 &&
      existsSync('/dev/loop-control') &&
      ['mkfs.xfs', 'xfs_io', 'losetup', 'strace'].every(
        (program) => spawnSync('which', [program]).status === 0,
      ),
    install: () => installDebian(['xfsprogs', 'mount', 'strace']),
  },
  {
    name: 'full disk',
    files: 'test/integration/history/full-disk*.test.ts',
    needs: 'root, to mount a small file system (Debian package mount)',
    available: () => process.getuid?.() === 0 && spawnSync('which', ['mount']).status === 0,
    install: () => installDebian(['mount']),
  },
  {
    name: 'clocks',
    files: 'test/system/clocks/clocks.test.ts',
    needs: 'libfaketime on Linux (Debian package libfaketime)',
    available: hasFaketime,
    install: () => installDebian(['libfaketime']),
  },
  {
    name: 'other users',
    files: 'test/integration/process/other-users.test.ts',
    needs: 'root, to give files to another user',
    available: () => process.getuid?.() === 0,
    install: () => false,
  },
  {
    name: 'shells',
    files: 'test/integration/cli/completion-shells.test.ts',
    needs: 'zsh and fish (Debian packages zsh, fish)',
    available: () => ['zsh', 'fish'].every((program) => spawnSync('which', [program]).status === 0),
    install: () => installDebian(['zsh', 'fish']),
  },
  {
    name: 'snippets',
    files: 'test/integration/clients/snippets.test.ts',
    needs: 'curl, jq, xxd, openssl and Python with pandas (Debian packages of these names, python3-pandas)',
    available: () =>
      ['curl', 'jq', 'xxd', 'openssl'].every((program) => spawnSync('which', [program]).status === 0) &&
      // Debian's: another one in the PATH is none that packages are installed for.
      spawnSync('/usr/bin/python3', ['-c', 'import pandas']).status === 0,
    install: () => installDebian(['curl', 'jq', 'xxd', 'openssl', 'python3', 'python3-pandas']),
  },
  {
    name: 'examples',
    files: 'test/integration/clients/examples.test.ts',
    needs: 'Python with pandas (Debian packages python3, python3-pandas)',
    // Debian's: another one in the PATH is none that packages are installed for.
    available: () => spawnSync('/usr/bin/python3', ['-c', 'import pandas']).status === 0,
    install: () => installDebian(['python3', 'python3-pandas']),
  },
  {
    name: 'Python package',
    files: 'test/integration/clients/python-package.test.ts',
    needs: 'tools of Python (Debian packages python3, python3-build, python3-hatchling, python3-venv, mypy)',
    available: () =>
      // Debian's: another one in the PATH is none that packages are installed for.
      spawnSync('/usr/bin/python3', ['-c', 'import build, ensurepip, hatchling, mypy, venv']).status === 0,
    install: () => installDebian(['python3', 'python3-build', 'python3-hatchling', 'python3-venv', 'mypy']),
  },
  {
    name: 'other Nodes',
    files: 'test/{golden/other-nodes,integration/clients/sdk-nodes}.test.ts',
    needs: 'Linux on x64 or arm64, for which npm carries Node 22 and 24',
    available: hasNodes,
    install: installNodes,
  },
  {
    name: 'packed install',
    files: 'test/integration/process/packed-install.test.ts',
    needs: 'Linux on x64 or arm64, for which npm carries Node 22 and 24, and the npm registry',
    available: () => hasNodes() && spawnSync('npm', ['view', 'ws', 'version']).status === 0,
    install: installNodes,
  },
  {
    name: 'Debian package',
    files: 'test/integration/process/debian-package.test.ts',
    needs: 'root on Debian, an overlay of / (mount namespaces), adduser, and Node 24 from npm',
    available: () => existsSync('/etc/debian_version') && canOverlay() && hasNodes() && hasAdduser(),
    install: () => installDebian(['adduser', 'init-system-helpers', 'systemd']) && installNodes(),
  },
];

/** Debian's. The engine without windows around it takes less CPU; without it, all of the browser. */
export function chromiumProgram() {
  return ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
}

function hasAdduser() {
  return ['adduser', 'deb-systemd-helper', 'systemctl'].every(
    (program) => spawnSync('which', [program]).status === 0,
  );
}

/** Not in a container whose own root is an overlay, or without the right to mount. */
function canOverlay() {
  const mount = `
    t=$(mktemp -d) && mount -t tmpfs tmpfs $t && mkdir $t/u $t/w $t/r &&
    mount -t overlay overlay -o lowerdir=/,upperdir=$t/u,workdir=$t/w $t/r; s=$?
    umount $t/r $t 2>/dev/null; rmdir $t; exit $s`;
  return (
    process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--net', 'sh', '-c', mount]).status === 0
  );
}

function hasFaketime() {
  return ['x86_64', 'aarch64'].some((machine) =>
    existsSync(`/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`),
  );
}

function hasNodes() {
  return Object.keys(OTHER_NODES).every((version) => existsSync(join(NODES, version, 'bin', 'node')));
}

/** @param {SystemSuite} suite @returns {boolean} whether it can run now */
export function prepare({ name, needs, available, install }) {
  if (available()) return true;
  console.log(`\n== the ${name} suite needs ${needs}: installing`);
  return install() && available();
}

/** @param {string[]} packages */
function installDebian(packages) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', ['-qq', '-y', '--no-install-recommends', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', ...packages);
}

/** npm carries Node's binaries as packages, one for each platform. */
function installNodes() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return false;
  return Object.entries(OTHER_NODES).every(([version, exact]) => {
    const folder = join(NODES, version);
    mkdirSync(folder, { recursive: true });
    const name = `node-linux-${process.arch}`;
    const flags = [
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
    ];
    const { status } = spawnSync('npm', ['install', ...flags, `${name}@${exact}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return status === 0 && linkBinary(folder, name);
  });
}

/** @param {string} folder @param {string} name */
function linkBinary(folder, name) {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const binary = join('..', 'node_modules', name, 'bin', 'node');
  return spawnSync('ln', ['-sfn', binary, join(folder, 'bin', 'node')]).status === 0;
}
