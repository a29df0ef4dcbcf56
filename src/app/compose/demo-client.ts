import type { BuiltInClient } from '../../auth/client-registry.ts';
import { DATA_SCOPES } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clocks/clock.ts';

/** The client of the first steps in the documentation. It is never stored. */
export function demoClient(clock: Clock): BuiltInClient {
  return {
    client: {
      id: 'demo',
      name: 'Built-in demo client',
      scopes: DATA_SCOPES,
      createdAt: clock.now(),
      disabled: false,
    },
    secret: 'demo',
    without: 'start the service with --no-demo to remove it',
  };
}
