// Writes sdk/src/contract.ts and src/cli/get/routes.ts from the documents that the built service serves.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CLI_ROUTES, cliRoutes, SDK_CONTRACT, sdkContract } from './sdk-contract.mjs';

const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'tidemark-contract-'));
const flags = ['--port', '0', '--world', 'small', '--backfill', 'off', '--data', data];
const service = spawn(process.execPath, [main, 'serve', ...flags], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let isWritten = false;
try {
  for await (const line of createInterface({ input: service.stdout })) {
    const [, baseUrl] = /^tidemark ready (\S+)/.exec(line) ?? [];
    if (baseUrl === undefined) continue;
    writeFileSync(SDK_CONTRACT, await sdkContract(baseUrl));
    writeFileSync(CLI_ROUTES, await cliRoutes(baseUrl));
    isWritten = true;
    break;
  }
} finally {
  service.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
if (!isWritten) throw new Error('the service ended before it was ready: nothing was written');
