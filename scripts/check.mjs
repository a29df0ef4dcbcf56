// Format, lint, import rule, deploy/ and types, all of them even when one fails.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);

const CHECKS = {
  format: [bin('oxfmt'), '--check', '.'],
  lint: [bin('oxlint'), '--deny-warnings'],
  imports: [process.execPath, join(root, 'scripts', 'import-rule.mjs')],
  deploy: [process.execPath, join(root, 'scripts', 'deploy', 'check.mjs')],
  types: [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
  pages: [bin('tsc'), '--noEmit', '-p', 'tsconfig.pages.json'],
  contract: [bin('tsc'), '--noEmit', '-p', 'tsconfig.contract.json'],
  sdk: [bin('tsc'), '--noEmit', '-p', 'sdk/tsconfig.json'],
  'sdk on Node': [bin('tsc'), '--noEmit', '-p', 'sdk/tsconfig.node.json'],
  page: [bin('tsc'), '--noEmit', '-p', 'web/tsconfig.json'],
  'page tests': [bin('tsc'), '--noEmit', '-p', 'test/unit/web/tsconfig.json'],
};

// The page is checked against the declarations of the SDK that was built, as any user of it.
spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-needed'], { stdio: 'inherit' });

/** @param {string} name @param {string[]} command @returns {Promise<boolean>} */
function run(name, [program = '', ...args]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
      // What a check had to leave out is said, whatever it found.
      if (code !== 0 || output.startsWith('NOT CHECKED')) console.log(output);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => run(name, command)));
process.exit(results.every(Boolean) ? 0 : 1);
