// Whether the settings of deploy/ are settings of this version: names, values, and what they say together.
import { readdirSync, readFileSync } from 'node:fs';
import { launchesOf } from './launches.mjs';

/** @typedef {import('./deploy-files.mjs').DeployFiles} DeployFiles */
/**
 * What the program makes of a command line; it throws an error with `problems`.
 * @typedef {(input: { argv: readonly string[], environment: Record<string, string> }) => { settings: object, warnings: readonly string[], table: ReadonlyMap<string, unknown> }} LoadConfig
 */
/** @typedef {{ loadConfig: LoadConfig, variables: ReadonlySet<string> }} KnownSettings */

const VARIABLE = /\bTIDEMARK_[A-Z]+(?:_[A-Z]+)*\b/g;

/** @param {DeployFiles} files @param {KnownSettings} known @returns {string[]} */
export function settingsProblems(files, { loadConfig, variables }) {
  return [
    ...launchesOf(files).flatMap((launch) => launchProblems(launch, loadConfig)),
    ...readdirSync(files.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ parentPath, name }) => variableProblems(`${parentPath}/${name}`, variables)),
  ];
}

/** @param {import('./launches.mjs').Launch} launch @param {LoadConfig} loadConfig @returns {string[]} */
function launchProblems({ where, argv, environment }, loadConfig) {
  const [command, ...rest] = argv;
  // Takes a folder and no settings.
  if (command === 'cluster' && rest[0] === 'migrate' && rest.length === 2) return [];
  if (command !== 'serve') return [`${where}: the command is ${command}, not serve`];
  try {
    const { warnings } = loadConfig({ argv: rest, environment });
    return warnings.map((warning) => `${where}: ${warning}`);
  } catch (error) {
    const { problems } = /** @type {{ problems?: readonly string[] }} */ (error);
    if (!problems) throw error;
    return problems.map((problem) => `${where}: ${problem}`);
  }
}

/** In text and comments, too. @param {string} path @param {ReadonlySet<string>} variables @returns {string[]} */
export function variableProblems(path, variables) {
  const used = new Set(readFileSync(path, 'utf8').match(VARIABLE));
  return [...used]
    .filter((name) => !variables.has(name))
    .map((name) => `${path}: ${name} is not a variable of a setting`);
}
