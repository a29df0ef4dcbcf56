import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { containerProblems } from '../../../scripts/deploy/container-problems.mjs';
import { DeployFiles } from '../../../scripts/deploy/deploy-files.mjs';
import { kubernetesProblems } from '../../../scripts/deploy/kubernetes-problems.mjs';
import { launchesOf } from '../../../scripts/deploy/launches.mjs';
import { settingsProblems, type LoadConfig } from '../../../scripts/deploy/settings-problems.mjs';
import { systemdProblems, unitProblems } from '../../../scripts/deploy/systemd-problems.mjs';
import { CLIENT_VARIABLES } from '../../../src/app/config/client-variables.ts';
import { loadConfig as loadAny } from '../../../src/app/config/config.ts';
import { ROLES, variableOf } from '../../../src/app/config/settings.ts';
import { PRODUCT } from '../../../src/app/compose/product.ts';

const loadConfig: LoadConfig = (input) => loadAny({ ...PRODUCT, ...input });
const { table } = loadConfig({ argv: [], environment: {} });
const variables = new Set([
  'TIDEMARK_CONFIG',
  ...Object.values(CLIENT_VARIABLES),
  ...[...table.keys()].map(variableOf),
]);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

function problemsOf(folder: string): string[] {
  const files = new DeployFiles(folder);
  return [
    ...settingsProblems(files, { loadConfig, variables }),
    ...containerProblems(files, version),
    ...kubernetesProblems(files),
    ...unitProblems(files),
  ];
}

describe('deploy/', () => {
  test('uses settings of this version, and names and ports that agree', () => {
    expect(problemsOf('deploy')).toEqual([]);
  });

  test('starts every role by systemd, compose and Kubernetes, with credentials', () => {
    const launches = launchesOf(new DeployFiles('deploy'));
    for (const kind of ['systemd', 'compose', 'kubernetes'])
      for (const role of ROLES) {
        const settings = launches
          .filter(({ where, argv }) => where.startsWith(kind) && argv[0] === 'serve')
          .map(({ argv, environment }) => loadConfig({ argv: argv.slice(1), environment }).settings)
          .find((each) => 'role' in each && each.role === role);
        expect(settings, `${kind} ${role}`).toMatchObject({
          store: { address: expect.stringMatching(/^credentials:/) },
          bus: { address: expect.stringMatching(/^credentials:/) },
        });
      }
  });
});

describe('errors in a copy of deploy/ are found', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-deploy-'));
    cpSync('deploy', folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const spoil = (file: string, from: string, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text, `${file} has ${from}`).toContain(from);
    writeFileSync(join(folder, file), text.replace(from, to));
  };

  test.each([
    [
      'kubernetes/compute.yaml',
      'podManagementPolicy: Parallel',
      'podManagementPolicy: OrderedReady',
      'must be Parallel',
    ],
    [
      'kubernetes/serve.yaml',
      'failureThreshold: 180',
      'failureThreshold: 60',
      'has less than 900 s to start',
    ],
    ['kubernetes/collect.yaml', 'kind: PodDisruptionBudget', 'kind: Other', 'has 0 budgets'],
    ['compose/haproxy.cfg', 'init-addr last,libc,none', 'init-addr last,libc', 'are not looked up again'],
    ['compose/haproxy.cfg', 'resolvers names', 'resolvers others', 'are not looked up again'],
    ['docker/Dockerfile', '127.0.0.1:8080/healthz', '127.0.0.1:8080/readyz', 'does not ask for /healthz'],
    ['systemd/tidemark-serve@.service', '--port %i', '--prot %i', '--prot'],
    ['systemd/tidemark-serve@.service', '--role serve', '--role compute', 'it does not start serve'],
    ['systemd/tidemark-compute@.service', 'TimeoutStopSec=15', 'TimeoutStopSec=5', 'TimeoutStopSec=5'],
    ['systemd/tidemark.service', 'ProtectSystem=strict', 'ProtectSystem=full', 'ProtectSystem=strict'],
    [
      'systemd/tidemark-collect@.service',
      '--cluster-credentials /',
      '--store mysql --cluster-credentials /',
      '--store must be',
    ],
    ['systemd/tidemark.env.example', 'TIDEMARK_SOURCE', 'TIDEMARK_SAUCE', 'TIDEMARK_SAUCE'],
    ['docker/Dockerfile', 'EXPOSE 8080', 'EXPOSE 8081', 'EXPOSE 8081'],
    ['docker/Dockerfile', 'USER 10001:10001', 'USER 0:0', 'USER 0:0'],
    ['docker/Dockerfile', 'NODE_ENV=production', 'TIDEMARK_STORE=postgres://u:p@h/n', 'stay in a layer'],
    ['docker/Dockerfile', '8080/healthz', '8081/healthz', 'HEALTHCHECK'],
    ['compose/compose.yaml', '--role, compute', '--role, computer', 'did you mean compute'],
    ['compose/compose.yaml', 'nats-1: { condition', 'nats-4: { condition', 'nats-4, which is no service'],
    ['compose/compose.yaml', `tidemark:${version}`, 'tidemark:other', 'the image is other'],
    ['compose/compose.yaml', '- serve-1:/var', '- serve-9:/var', 'no volumes serve-9'],
    ['compose/compose.yaml', '[cluster, migrate,', '[cluster, migrated,', 'the command is cluster'],
    ['compose/haproxy.cfg', 'serve-2:8080', 'serve-2:8088', 'serve-2:8088'],
    ['compose/make-secrets.sh', ' postgres:5432', ' database:5432', 'database is no service'],
    ['compose/make-secrets.sh', ',nats-3:4222', ',nats-4:4222', 'nats-4 is no service'],
    ['kubernetes/settings.yaml', "'8080'", "'8081'", 'port api is 8080, TIDEMARK_PORT is 8081'],
    ['kubernetes/serve.yaml', 'path: /readyz', 'path: /ready', 'readinessProbe asks for /ready'],
    ['kubernetes/serve.yaml', 'targetPort: api', 'targetPort: rest', 'no port rest'],
    [
      'kubernetes/serve.yaml',
      'kind: Deployment\n    name: serve',
      'kind: Deployment\n    name: served',
      'no served',
    ],
    ['kubernetes/compute.yaml', 'PeriodSeconds: 20', 'PeriodSeconds: 9', 'killed before'],
    [
      'kubernetes/compute.yaml',
      'mountPath: /tmp',
      'mountPath: /tmp\n            - name: more',
      'no volume more',
    ],
    ['kubernetes/kustomization.yaml', '  - serve.yaml\n', '', 'kustomization.yaml has'],
  ])('%s: %s becomes %s', (file, from, to, said) => {
    spoil(file, from, to);
    expect(problemsOf(folder).join('\n')).toContain(said);
  });

  test('invalid YAML ends the check', () => {
    spoil('compose/compose.yaml', 'services:', 'services: [');
    expect(() => problemsOf(folder)).toThrow();
  });

  test('systemd is used if it is installed, and its absence is reported', () => {
    const files = new DeployFiles(folder);
    expect(systemdProblems(files, 'no-such-program')).toBeUndefined();
    if (systemdProblems(files) === undefined) return;
    expect(systemdProblems(files)).toEqual([]);
    spoil('systemd/tidemark.service', 'Type=exec', 'Type=exact');
    expect(systemdProblems(files)?.join()).toContain('exact');
  });
});
