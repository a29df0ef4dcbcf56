// Writes sdk/src/contract.ts and src/cli/get/routes.ts from the documents that the built service serves.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CLI_ROUTES, SDK_CONTRACT, writeContract } from './sdk-contract.mjs';

const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'tidemark-contract-'));
const flags = ['--port', '0', '--world', 'small', '--backfill', 'off', '--data', data];
const service = spawn(process.execPath, [main, 'serve', ...flags], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const lines = createInterface({ input: service.stdout });
  await writeContract(lines, { contract: SDK_CONTRACT, routes: CLI_ROUTES });
} finally {
  service.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
