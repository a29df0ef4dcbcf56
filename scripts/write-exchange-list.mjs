// Writes docs/reference/exchange-list.md from the tables in src/sources/live/settings/default-exchanges.ts.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = pathToFileURL(
  join(root, 'dist', 'src', 'sources', 'live', 'settings', 'exchange-list-page.js'),
);
const { exchangeListPage } = await import(built.href);
const page = join(root, 'docs', 'reference', 'exchange-list.md');
writeFileSync(page, await exchangeListPage());
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'oxfmt'), [page], { stdio: 'inherit' });
process.exit(status ?? 1);
