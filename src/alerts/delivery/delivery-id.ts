import { createHash } from 'node:crypto';

/** The id of the delivery of an event: the same whenever that event is evaluated again. */
export function deliveryIdOf(event: readonly (string | number)[]): string {
  return `msg_${createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 32)}`;
}
