import type { ActionGroup } from '../cli/command.ts';
import { initAction } from './commands/init-action.ts';
import { migrateAction } from './commands/migrate-action.ts';
import { revokeAgainAction } from './commands/revoke-again-action.ts';
import { rotateAction } from './commands/rotate-action.ts';
import { stepDownAction } from './commands/step-down-action.ts';

export const clusterCommand: ActionGroup = {
  about: [
    'Credentials give each node of a cluster only what its role needs: a NATS user with permissions, a PostgreSQL role with grants, and a key that signs its messages. See docs/run/cluster-security.md.',
  ],
  listsActions: true,
  actions: {
    init: initAction,
    migrate: migrateAction,
    rotate: rotateAction,
    'revoke-again': revokeAgainAction,
    'step-down': stepDownAction,
  },
};
