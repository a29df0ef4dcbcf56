import type { AlertEndpoint } from '@tidemark/sdk';
import type { AlertRequests } from './alert-requests.ts';
import type { Names } from './alert-words.ts';

/** What the parts of the view share. */
export interface AlertsPage {
  readonly requests: AlertRequests;
  readonly names: Names;
  readonly endpoints: readonly AlertEndpoint[];
  /** Market time, in milliseconds since 1970. */
  readonly now: number;
  readonly mayWrite: boolean;
  /** Whether alerts about the service itself can be created. */
  readonly isOperator: boolean;
  /** Loads alerts and endpoints again. `said` is announced, and gets the focus if what had it is gone. */
  readonly changed: (said: string) => void;
}
