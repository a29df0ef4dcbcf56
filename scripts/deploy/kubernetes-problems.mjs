// Whether the manifests fit together: what one names, another one has.
import { containersOf, launchesOf } from './launches.mjs';

/** @typedef {import('./deploy-files.mjs').DeployFiles} DeployFiles */
/** @typedef {import('./deploy-files.mjs').Yaml} Yaml */
/** @typedef {import('./deploy-files.mjs').Manifest} Manifest */

const PROBES = ['startupProbe', 'livenessProbe', 'readinessProbe'];
/** Routes of src/api/resources/health.ts. */
const HEALTH_PATHS = ['/healthz', '/readyz'];
/** PostgreSQL may be away for ten minutes: a start waits for it, and what lives is not restarted for it. */
const SHORTEST_START_SECONDS = 15 * 60;
/** The service ends within this time of SIGTERM. */
const LONGEST_STOP_SECONDS = 10;
const PRE_STOP_SECONDS = 5;

/** @param {DeployFiles} files @returns {string[]} */
export function kubernetesProblems(files) {
  const manifests = files.manifests();
  const workloads = manifests.filter(({ object }) => object.spec?.template !== undefined);
  return [
    ...manifests.flatMap(({ file, object }) => headProblems(file, object)),
    ...kustomizationProblems(files),
    ...workloads.flatMap((manifest) => workloadProblems(manifest)),
    ...workloads.flatMap((manifest) => availabilityProblems(manifest, manifests)),
    ...manifests.flatMap((manifest) => referenceProblems(manifest, workloads)),
    ...portProblems(files, workloads),
  ].map((problem) => `kubernetes/${problem}`);
}

/** @param {string} file @param {Yaml} object */
function headProblems(file, { apiVersion, kind, metadata }) {
  return apiVersion && kind && metadata?.name ? [] : [`${file}: an object without apiVersion, kind or name`];
}

/** @param {DeployFiles} files */
function kustomizationProblems(files) {
  const [{ resources } = { resources: [] }] = files.yaml('kubernetes/kustomization.yaml');
  const there = files
    .names('kubernetes', '.yaml')
    .filter((name) => name !== 'kustomization.yaml' && !name.endsWith('.example.yaml'));
  const [named, all] = [[...resources].sort().join(' '), there.join(' ')];
  return named === all ? [] : [`kustomization.yaml has ${named}, the folder ${all}`];
}

/** @param {Manifest} manifest */
function workloadProblems({ file, object }) {
  const name = `${file}: ${object.kind} ${object.metadata.name}`;
  const { template, selector, volumeClaimTemplates = [] } = object.spec;
  const { spec } = template;
  const problems = [];
  if (!isWithin(selector.matchLabels, template.metadata.labels)) problems.push(`${name}: selects other pods`);
  if (!(spec.terminationGracePeriodSeconds >= LONGEST_STOP_SECONDS + PRE_STOP_SECONDS))
    problems.push(`${name}: is killed before it has stopped`);
  const volumes = [
    ...spec.volumes.map((/** @type {Yaml} */ { name }) => name),
    ...volumeClaimTemplates.map((/** @type {Yaml} */ { metadata }) => metadata.name),
  ];
  for (const container of containersOf(object)) {
    for (const { name: volume } of container.volumeMounts)
      if (!volumes.includes(volume)) problems.push(`${name}: no volume ${volume}`);
    for (const probe of PROBES) {
      const { path, port } = container[probe]?.httpGet ?? {};
      if (!HEALTH_PATHS.includes(path)) problems.push(`${name}: ${probe} asks for ${path}`);
      if (!hasPort(container, port)) problems.push(`${name}: ${probe} asks port ${port}`);
    }
    const { startupProbe = {}, livenessProbe, readinessProbe } = container;
    if (livenessProbe?.httpGet?.path !== '/healthz')
      problems.push(`${name}: is restarted where it only waits: livenessProbe must ask for /healthz`);
    if (readinessProbe?.httpGet?.path !== '/readyz')
      problems.push(`${name}: readinessProbe must ask for /readyz`);
    if (!(startupProbe.periodSeconds * startupProbe.failureThreshold >= SHORTEST_START_SECONDS))
      problems.push(`${name}: has less than ${SHORTEST_START_SECONDS} s to start`);
  }
  return problems;
}

/** @param {Manifest} manifest @param {readonly Manifest[]} manifests */
function availabilityProblems({ file, object }, manifests) {
  const name = `${file}: ${object.kind} ${object.metadata.name}`;
  const { labels } = object.spec.template.metadata;
  const budgets = manifests.filter(
    ({ object: { kind, spec } }) =>
      kind === 'PodDisruptionBudget' && isWithin(spec.selector.matchLabels, labels),
  );
  const problems = [];
  if (budgets.length !== 1)
    problems.push(`${name}: has ${budgets.length} budgets of disruptions in place of one`);
  // In order, the second pod would wait for ever behind a first one that cannot lead.
  if (object.kind === 'StatefulSet' && object.spec.podManagementPolicy !== 'Parallel')
    problems.push(`${name}: pods wait for each other: podManagementPolicy must be Parallel`);
  return problems;
}

/** @param {Manifest} manifest @param {readonly Manifest[]} workloads */
function referenceProblems({ file, object }, workloads) {
  const name = `${file}: ${object.kind} ${object.metadata.name}`;
  const { selector, ports = [], scaleTargetRef, serviceName } = object.spec ?? {};
  const problems = [];
  if (['Service', 'PodDisruptionBudget'].includes(object.kind)) {
    const labels = selector.matchLabels ?? selector;
    const meant = workloads.filter(({ object }) => isWithin(labels, object.spec.template.metadata.labels));
    if (meant.length === 0) problems.push(`${name}: selects nothing`);
    for (const { targetPort } of ports)
      if (!meant.every(({ object }) => containersOf(object).some((each) => hasPort(each, targetPort))))
        problems.push(`${name}: no port ${targetPort}`);
  }
  for (const wanted of [scaleTargetRef?.name, serviceName])
    if (wanted !== undefined && !workloads.some(({ object }) => object.metadata.name === wanted))
      problems.push(`${name}: there is no ${wanted}`);
  return problems;
}

/** The ports of containers are those that the settings say. @param {DeployFiles} files @param {readonly Manifest[]} workloads */
function portProblems(files, workloads) {
  const launches = launchesOf(files);
  return workloads.flatMap(({ file, object }) => {
    const name = `${file}: ${object.kind} ${object.metadata.name}`;
    const environment = launches.find(({ where }) => where === `kubernetes/${name}`)?.environment ?? {};
    const ports = containersOf(object).flatMap((container) => container.ports);
    return [
      ['api', 'TIDEMARK_PORT'],
      ['metrics', 'TIDEMARK_METRICS_PORT'],
    ].flatMap(([port, variable = '']) => {
      const { containerPort } = ports.find((/** @type {Yaml} */ each) => each.name === port) ?? {};
      return String(containerPort) === environment[variable]
        ? []
        : [`${name}: port ${port} is ${containerPort}, ${variable} is ${environment[variable]}`];
    });
  });
}

/** @param {Yaml} container @param {string} name */
function hasPort(container, name) {
  return container.ports.some((/** @type {Yaml} */ port) => port.name === name);
}

/** @param {Record<string, string>} wanted @param {Record<string, string>} labels */
function isWithin(wanted, labels) {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}
