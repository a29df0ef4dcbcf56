import type { Wing } from '../app/compose/wing.ts';
import { ROLES } from '../app/config/settings.ts';
import { choice, optional } from '../core/setting.ts';
import { busAddress, storeAddress } from './servers.ts';

/** All that the rest of the service knows of this folder. What it names is loaded when it is wanted. */
export const wing: Wing = {
  settings: {
    role: optional(
      choice(ROLES),
      'Which part of the service this process is, where it runs on several machines: `collect` reads exchanges, `compute` makes index values (one leads, the others stand by), `serve` answers clients. Needs store and bus; without it one process does everything. See docs/guides/scale-out.md',
    ),
    store: optional(
      storeAddress,
      'PostgreSQL database that holds history, reference data, clients, keys and leases of all roles; `?schema=NAME` chooses a schema other than tidemark',
    ),
    bus: optional(busAddress, 'NATS servers that carry ticks and refreshes between roles'),
  },
  commands: [
    {
      name: 'move',
      after: 'restore',
      summary: 'Move a history to a PostgreSQL database, or back',
      load: async () => (await import('./move/move-command.ts')).moveCommand,
    },
  ],
  composeRole: async (input) => (await import('./roles/node.ts')).composeNode(input),
};
