import type { Wing } from '../app/compose/wing.ts';
import { ROLES } from '../app/config/settings.ts';
import { choice, duration, optional, setting } from '../core/setting.ts';
import { MINUTE_MS } from '../core/time.ts';
import { busAddress, clusterCredentials, storeAddress } from './servers.ts';

/** The only part of this folder that the rest of the service imports. Everything else is loaded when needed. */
export const wing: Wing = {
  settings: {
    role: optional(
      choice(ROLES),
      'Role of this process in a service on several machines: `collect` reads exchanges, `compute` computes index values (one leads, the others stand by), `serve` serves clients. Needs store and bus. Without it one process does everything. See docs/run/cluster.md',
    ),
    store: optional(
      storeAddress,
      'PostgreSQL database that holds history, reference data, clients, keys and leases of all roles; `?schema=NAME` selects a schema other than tidemark',
    ),
    bus: optional(busAddress, 'NATS servers that carry ticks and refreshes between roles'),
    maxSecretsAge: setting(
      duration,
      10 * MINUTE_MS,
      'How long a node accepts new tokens while the database of `store` is unreachable, such as 90s or 10m, because it cannot learn of revocations. After that it rejects tokens that it has not accepted before (503)',
    ),
    clusterCredentials: optional(
      clusterCredentials,
      'Folder of one role that `tidemark cluster init` wrote, instead of store and bus: addresses, passwords and keys that allow this process only what its role needs. See docs/run/cluster-security.md',
    ),
  },
  commands: [
    {
      name: 'cluster',
      after: 'restore',
      summary:
        'Create credentials for the nodes of a cluster, prepare its database, change the leading compute node',
      load: async () => (await import('./cluster-command.ts')).clusterCommand,
    },
    {
      name: 'move',
      after: 'restore',
      summary: 'Move a history to a PostgreSQL database, or back',
      load: async () => (await import('./move/move-command.ts')).moveCommand,
    },
  ],
  composeRole: async (input) => (await import('./roles/node.ts')).composeNode(input),
};
