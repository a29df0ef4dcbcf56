import type { BuiltInClient } from '../../auth/client-registry.ts';
import { DATA_SCOPES } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clocks/clock.ts';

/** So that the first curl works. It is never stored, and live data never has it. */
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
    without: 'start with --no-demo to do without it',
  };
}
