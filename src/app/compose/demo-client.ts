import { DEMO_CLIENT, type BuiltInClient } from '../../auth/client-registry.ts';
import type { Clock } from '../../core/clocks/clock.ts';

export function demoClient(clock: Clock): BuiltInClient {
  return {
    client: { ...DEMO_CLIENT, createdAt: clock.now(), disabled: false },
    secret: 'demo',
    removalHint: 'start the service with --no-demo to remove it',
  };
}
