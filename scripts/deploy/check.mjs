// Checks deploy/ and the guide to it without a network: settings, names and ports that must agree, units. Usage: check.mjs [folder].
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { containerProblems } from './container-problems.mjs';
import { DeployFiles } from './deploy-files.mjs';
import { kubernetesProblems } from './kubernetes-problems.mjs';
import { settingsProblems, variableProblems } from './settings-problems.mjs';
import { systemdProblems, unitProblems } from './systemd-problems.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = new DeployFiles(resolve(process.argv[2] ?? join(root, 'deploy')));
/** Of what was built: the types of it are those of the sources. @param {string} name */
const built = (name) => import(pathToFileURL(join(root, 'dist', 'src', 'app', name)).href);
const config = await built('config/config.js');
const { variableOf } = await built('config/settings.js');
const { CLIENT_VARIABLES } = await built('config/client-variables.js');
const { PRODUCT } = await built('compose/product.js');

/** @type {import('./settings-problems.mjs').LoadConfig} */
const loadConfig = (input) => config.loadConfig({ ...PRODUCT, ...input });
const { table } = loadConfig({ argv: [], environment: {} });
const variables = new Set([
  'TIDEMARK_CONFIG',
  ...Object.values(CLIENT_VARIABLES),
  ...[...table.keys()].map(variableOf),
]);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const verified = systemdProblems(files);
if (!verified)
  console.log('NOT CHECKED: systemd-analyze is not installed, so systemd has not read the units');

const guides = join(root, 'docs', 'run');
const pages = [
  ...readdirSync(guides).map((name) => join(guides, name)),
  join(root, 'docs', 'reference', 'cluster-settings.md'),
];
const problems = [
  ...settingsProblems(files, { loadConfig, variables }),
  ...pages.flatMap((page) => variableProblems(page, variables)),
  ...containerProblems(files, version),
  ...kubernetesProblems(files),
  ...unitProblems(files),
  ...(verified ?? []),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
