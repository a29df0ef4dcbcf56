// Writes docs/run/troubleshooting.md from the table in src/app/operate/troubles.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = (/** @type {string} */ name) =>
  import(pathToFileURL(join(root, 'dist', 'src', 'app', 'operate', 'troubles', name)).href);
const { troublesPage } = await built('troubles-page.js');
const { TROUBLE_AREAS } = await built('troubles.js');
const page = join(root, 'docs', 'run', 'troubleshooting.md');
writeFileSync(page, troublesPage(TROUBLE_AREAS));
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'oxfmt'), [page], { stdio: 'inherit' });
process.exit(status ?? 1);
