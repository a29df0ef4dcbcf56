import type { Wing } from '../app/compose/wing.ts';
import { ROLES } from '../app/config/settings.ts';
import { choice, duration, optional, setting } from '../core/setting.ts';
import { MINUTE_MS } from '../core/time.ts';
import { busAddress, clusterCredentials, storeAddress } from './servers.ts';

/** All that the rest of the service knows of this folder. What it names is loaded when it is wanted. */
export const wing: Wing = {
  settings: {
    role: optional(
      choice(ROLES),
      'Which part of the service this process is, where it runs on several machines: `collect` reads exchanges, `compute` makes index values (one leads, the others stand by), `serve` answers clients. Needs store and bus; without it one process does everything. See docs/run/cluster.md',
    ),
    store: optional(
      storeAddress,
      'PostgreSQL database that holds history, reference data, clients, keys and leases of all roles; `?schema=NAME` chooses a schema other than tidemark',
    ),
    bus: optional(busAddress, 'NATS servers that carry ticks and refreshes between roles'),
    maxSecretsAge: setting(
      duration,
      10 * MINUTE_MS,
      'While the database of `store` is away, revoked tokens are not known: after so long, such as 90s or 10m, a node refuses tokens that it has not accepted before (503), and goes on with those that it has',
    ),
    clusterCredentials: optional(
      clusterCredentials,
      'Folder of one role that `tidemark cluster init` wrote, in place of store and bus: addresses, passwords and keys with which this process may do what its role needs, and no more. See docs/run/cluster-security.md',
    ),
  },
  commands: [
    {
      name: 'cluster',
      after: 'restore',
      summary:
        'Make credentials for the nodes of a cluster, prepare its database, have another compute node lead',
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
