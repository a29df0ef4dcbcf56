import type { AlertMessageType } from '../../contract/records/alert.ts';
import type { AlertRule } from './alert-rule.ts';

/** A message, for endpoints and for the websocket. */
export interface AlertMessage {
  readonly type: Exclude<AlertMessageType, 'heartbeat'>;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message of a rule's alert. */
export interface RaisedAlert {
  readonly rule: AlertRule;
  readonly message: AlertMessage;
}
