// Whether units say what they must, and what systemd itself says of them where it is installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unitValues } from './deploy-files.mjs';

/** @typedef {import('./deploy-files.mjs').DeployFiles} DeployFiles */

/** The service ends within ten seconds of SIGTERM. */
const LONGEST_STOP_SECONDS = 10;
const MUST = [
  'User=tidemark',
  'Restart=always',
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'StateDirectoryMode=0700',
  'ExecReload=/bin/kill -HUP $MAINPID',
];

/** @param {DeployFiles} files @returns {string[]} */
export function unitProblems(files) {
  return files.names('systemd', '.service').flatMap((name) => {
    const unit = files.text(`systemd/${name}`);
    const lines = unit.split('\n');
    const problems = MUST.filter((line) => !lines.includes(line)).map((line) => `${line} is missing`);
    const [stop = '0'] = unitValues(unit, 'TimeoutStopSec');
    if (!(Number(stop) > LONGEST_STOP_SECONDS))
      problems.push(`TimeoutStopSec=${stop} kills it before it has stopped`);
    const [role] = /(?<=^tidemark-)[a-z]+/.exec(name) ?? [];
    const [start = ''] = unitValues(unit, 'ExecStart');
    if (role !== undefined && !start.includes(` --role ${role} `)) problems.push(`it does not start ${role}`);
    const [folder = ''] = unitValues(unit, 'StateDirectory');
    if (!start.endsWith(` --data /var/lib/${folder}`)) problems.push(`its data are not in ${folder}`);
    return problems.map((problem) => `systemd/${name}: ${problem}`);
  });
}

/** Undefined where there is no systemd-analyze. @param {DeployFiles} files @param {string} [program] @returns {string[] | undefined} */
export function systemdProblems(files, program = 'systemd-analyze') {
  const copies = mkdtempSync(join(tmpdir(), 'tidemark-units-'));
  try {
    const units = files.names('systemd', '.service').map((name) => {
      const path = join(copies, name);
      // Where Node is on this machine: an executable that is missing is an error.
      writeFileSync(path, files.text(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath));
      return path;
    });
    const { error, status, stderr } = spawnSync(program, ['verify', ...units], { encoding: 'utf8' });
    if (error) return undefined;
    const said = stderr.split('\n').filter((line) => line.includes(copies) || line.includes('tidemark'));
    return status === 0 ? said : [...said, `systemd-analyze verify ended with ${status}: ${stderr}`];
  } finally {
    rmSync(copies, { recursive: true });
  }
}
