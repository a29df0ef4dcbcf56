// `npm run fuzz`: the fuzzes of the test suite, with a million requests, a million websocket messages, a hundred thousand raw
// connections, a hundred thousand each of exchange files, manifests of backups, receipts and URLs of webhooks, two thousand
// damaged stores, a thousand faults that verify must name, and all forgeries and seams (of which `npm test` takes a sample) unless
// you say otherwise; 0 leaves one out.
//   npm run fuzz -- --requests 0 --connections 0 --files 0 --storage 0 --verify 0 --samples 0     the websocket alone
//   npm run fuzz -- --requests 100000 --messages 0 --connections 0 --seed 42
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    messages: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '100000' },
    files: { type: 'string', default: '100000' },
    storage: { type: 'string', default: '2000' },
    verify: { type: 'string', default: '1000' },
    samples: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
for (const [name, text] of Object.entries(values)) {
  if (!/^-?\d+$/.test(text)) {
    console.error(`fuzz: --${name} must be a whole number`);
    process.exit(2);
  }
}

/** Of these, `npm test` takes a sample. */
const SAMPLED = [
  'test/unit/app/pipeline/past/on-demand-past.test.ts',
  'test/unit/sdk/verify/verify-proof.test.ts',
  'test/unit/sdk/verify/verify-receipt.test.ts',
  'test/unit/simulator/past/seam-calendar.test.ts',
  'test/unit/simulator/past/series-model.test.ts',
];
const suites = [
  ...(values.requests === '0' ? [] : ['test/contract/rest/rest-fuzz.test.ts']),
  ...(values.messages === '0' ? [] : ['test/contract/stream/stream-fuzz.test.ts']),
  ...(values.connections === '0' ? [] : ['test/contract/server/socket-fuzz.test.ts']),
  ...(values.files === '0' ? [] : ['test/unit/fuzz/files-fuzz.test.ts']),
  ...(values.storage === '0' ? [] : ['test/integration/history/storage-fuzz.test.ts']),
  ...(values.verify === '0' ? [] : ['test/integration/receipts/verify-fuzz.test.ts']),
  ...(values.samples === '0' ? [] : SAMPLED),
];
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...suites],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      FUZZ_MESSAGES: values.messages,
      FUZZ_CONNECTIONS: values.connections,
      FUZZ_FILES: values.files,
      FUZZ_STORAGE: values.storage,
      FUZZ_VERIFY: values.verify,
      // Each with the whole check.
      FUZZ_VERIFY_WHOLE: '1',
      FORGERY: 'all',
      SEAM: 'all',
      ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }),
    },
  },
);
process.exit(status ?? 1);
