// Every start of the program that deploy/ describes, with its arguments and its environment.
import { unitValues } from './deploy-files.mjs';

/** @typedef {import('./deploy-files.mjs').DeployFiles} DeployFiles */
/** @typedef {import('./deploy-files.mjs').Yaml} Yaml */
/**
 * @typedef {object} Launch
 * @property {string} where
 * @property {readonly string[]} argv        behind the program: the command first
 * @property {Record<string, string>} environment
 */

const PROGRAM = '/dist/src/cli/main.js ';
const INSTANCE = '8080';

/** @param {DeployFiles} files @returns {Launch[]} */
export function launchesOf(files) {
  return [...ofUnits(files), ...ofImage(files), ...ofCompose(files), ...ofKubernetes(files)];
}

/** @param {DeployFiles} files @returns {Launch[]} */
function ofUnits(files) {
  return files.names('systemd', '.service').flatMap((name) => {
    const unit = files.text(`systemd/${name}`);
    const variables = unitValues(unit, 'EnvironmentFile')
      .map((path) => `systemd/${path.replace(/^-?\/etc\/tidemark\//, '')}.example`)
      .filter((path) => files.has(path))
      .map((path) => files.variables(path));
    return unitValues(unit, 'ExecStart').map((line) => ({
      where: `systemd/${name}`,
      argv: line
        .slice(line.indexOf(PROGRAM) + PROGRAM.length)
        .replaceAll('%i', INSTANCE)
        .split(' '),
      environment: Object.assign({}, ...variables),
    }));
  });
}

/** @param {DeployFiles} files @returns {Launch[]} */
function ofImage(files) {
  const commands = files.instructions().filter(({ word }) => word === 'CMD');
  return commands.map(({ rest }) => ({
    where: 'docker/Dockerfile',
    argv: JSON.parse(rest),
    environment: files.imageVariables(),
  }));
}

/** @param {DeployFiles} files @returns {Launch[]} */
function ofCompose(files) {
  const [{ services } = { services: {} }] = files.yaml('compose/compose.yaml');
  return Object.entries(services)
    .filter(([, service]) => isOurs(/** @type {Yaml} */ (service)))
    .map(([name, service]) => ({
      where: `compose/compose.yaml: ${name}`,
      argv: service.command,
      environment: { ...files.imageVariables(), ...service.environment },
    }));
}

/** @param {DeployFiles} files @returns {Launch[]} */
function ofKubernetes(files) {
  const manifests = files.manifests();
  /** @param {string} name */
  const mapOf = (name) =>
    manifests.find(({ object }) => object.kind === 'ConfigMap' && object.metadata.name === name)?.object.data;
  return manifests.flatMap(({ file, object }) =>
    containersOf(object)
      .filter(isOurs)
      .map((container) => ({
        where: `kubernetes/${file}: ${object.kind} ${object.metadata.name}`,
        argv: container.args,
        environment: Object.assign(
          files.imageVariables(),
          ...(container.envFrom ?? []).map((/** @type {Yaml} */ from) => mapOf(from.configMapRef?.name)),
          ...(container.env ?? []).map((/** @type {Yaml} */ { name, value }) => ({ [name]: value })),
        ),
      })),
  );
}

/** @param {Yaml} workload @returns {Yaml[]} */
export function containersOf(workload) {
  return workload.spec?.template?.spec?.containers ?? [];
}

/** @param {Yaml} container */
function isOurs({ image }) {
  return /^tidemark(?::|$)/.test(String(image));
}
