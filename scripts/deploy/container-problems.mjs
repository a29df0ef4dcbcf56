// Whether Dockerfile, compose file and balancer fit together.

/** @typedef {import('./deploy-files.mjs').DeployFiles} DeployFiles */
/** @typedef {import('./deploy-files.mjs').Yaml} Yaml */

const BASE = 'node:20-bookworm-slim';
const PARTS = /** @type {const} */ (['secrets', 'configs', 'volumes']);

/** @param {DeployFiles} files @param {string} version of the package @returns {string[]} */
export function containerProblems(files, version) {
  return [...imageProblems(files), ...composeProblems(files), ...versionProblems(files, version)];
}

/** @param {DeployFiles} files */
function imageProblems(files) {
  const instructions = files.instructions();
  const last = (/** @type {string} */ wanted) =>
    instructions.findLast(({ word }) => word === wanted)?.rest ?? '';
  const port = files.imageVariables().TIDEMARK_PORT;
  const problems = [];
  for (const { word, rest } of instructions) {
    if (word === 'FROM' && !rest.startsWith(BASE)) problems.push(`FROM ${rest}: not ${BASE}`);
    if (
      (word === 'ARG' || word === 'ENV') &&
      /PASSWORD|SECRET|TOKEN|TIDEMARK_(?:STORE|BUS|CLUSTER_CREDENTIALS)/.test(rest)
    )
      problems.push(`${word} ${rest}: a secret would stay in a layer`);
  }
  if (!/^[1-9]\d*:[1-9]\d*$/.test(last('USER')))
    problems.push(`USER ${last('USER')}: not a number other than root's`);
  if (last('EXPOSE') !== port) problems.push(`EXPOSE ${last('EXPOSE')}: the service has port ${port}`);
  if (!last('HEALTHCHECK').includes(`127.0.0.1:${port}/healthz`))
    problems.push(`HEALTHCHECK does not ask for /healthz on port ${port}`);
  return problems.map((problem) => `docker/Dockerfile: ${problem}`);
}

/** @param {DeployFiles} files */
function composeProblems(files) {
  const [compose = {}] = files.yaml('compose/compose.yaml');
  const services = /** @type {Record<string, Yaml>} */ (compose.services);
  const problems = [];
  for (const [name, service] of Object.entries(services)) {
    for (const part of PARTS)
      for (const used of service[part] ?? [])
        if (!isFolder(used) && !(sourceOf(used) in compose[part]))
          problems.push(`${name}: no ${part} ${sourceOf(used)}`);
    for (const [other, { condition }] of Object.entries(/** @type {Yaml} */ (service.depends_on ?? {}))) {
      if (!services[other]) problems.push(`${name}: waits for ${other}, which is no service`);
      else if (condition === 'service_healthy' && !services[other].healthcheck)
        problems.push(`${name}: waits for the health of ${other}, which has no check`);
    }
  }
  const { TIDEMARK_PORT } = files.imageVariables();
  for (const [, host = '', port] of files
    .text('compose/haproxy.cfg')
    .matchAll(/^\s*server \S+ ([^\s:]+):(\d+)/gm))
    if (!services[host] || port !== TIDEMARK_PORT) problems.push(`haproxy.cfg: there is no ${host}:${port}`);
  if (!resolvesAgain(files.text('compose/haproxy.cfg')))
    problems.push('haproxy.cfg: servers are not looked up again where their addresses change');
  for (const [host = ''] of files
    .text('compose/make-secrets.sh')
    .matchAll(/(?<=[ ,])[a-z][\w-]*(?=:(?:4222|5432))/g))
    if (!services[host]) problems.push(`make-secrets.sh: ${host} is no service`);
  return problems.map((problem) => `compose/${problem}`);
}

/** @param {string} balancer */
function resolvesAgain(balancer) {
  const [, names] = balancer.match(/^ +default-server .*\bresolvers (\S+) .*\binit-addr \S*\bnone\b/m) ?? [];
  return names !== undefined && new RegExp(`^resolvers ${names}$`, 'm').test(balancer);
}

/** A folder of this machine. @param {string | Yaml} used */
function isFolder(used) {
  return typeof used === 'string' && used.startsWith('./');
}

/** `name`, `name:/path` or { source: name }. @param {string | Yaml} used */
function sourceOf(used) {
  return typeof used === 'string' ? (used.split(':')[0] ?? '') : used.source;
}

/** Images are named by the version that they hold. @param {DeployFiles} files @param {string} version */
function versionProblems(files, version) {
  const compose = files.text('compose/compose.yaml').match(/image: tidemark:(\S+)/)?.[1];
  const [kustomization = {}] = files.yaml('kubernetes/kustomization.yaml');
  const docker = files.text('docker/Dockerfile').match(/-t tidemark:(\S+)/)?.[1];
  return Object.entries({
    'compose/compose.yaml': compose,
    'docker/Dockerfile': docker,
    'kubernetes/kustomization.yaml': kustomization.images?.[0]?.newTag,
  }).flatMap(([file, tag]) =>
    tag === version ? [] : [`${file}: the image is ${tag}, the version is ${version}`],
  );
}
