import type { Wing } from '../app/compose/wing.ts';

/** All that the rest of the service knows of this folder. What it names is loaded when it is wanted. */
export const wing: Wing = {
  commands: [
    {
      name: 'move',
      after: 'restore',
      summary: 'Move a history to a PostgreSQL database, or back',
      load: async () => (await import('./move/move-command.ts')).moveCommand,
    },
  ],
  composeRole: async (input) => (await import('./roles/node.ts')).composeNode(input),
  openStoreSecrets: async (store, creates) =>
    (await import('./secrets/store-secrets.ts')).openStoreSecrets(store, creates),
};
