import type { Millis } from '../../../core/time.ts';
import type { Outbox } from '../frames/outbox.ts';

/** Limits per client and per connection. */
export interface StreamLimits {
  /** Connections of one client. */
  readonly connections: number;
  /** Connections of one address (IPv6: one /64 network) with tokens of the public page. */
  readonly visitorConnections: number;
  /** Subscriptions of one connection. */
  readonly subscriptions: number;
  /** Frames that a connection may send at once, and per second from then on. */
  readonly burst: number;
  readonly perSecond: number;
  /** Maximum backlog in bytes, or two full ticks of all subscriptions if that is more. */
  readonly backlogBytes: number;
  readonly backlogMs: Millis;
  readonly pingMs: Millis;
}

/** Whether more waits for a client than may, or for longer. */
export function isTooFarBehind(
  outbox: Outbox,
  { backlogBytes, backlogMs }: StreamLimits,
  now: Millis,
): boolean {
  const since = outbox.backlogSince;
  if (since === undefined) return false;
  const isTooOld = outbox.hasMaxAge && now - since > backlogMs;
  return isTooOld || outbox.backlogBytes > Math.max(backlogBytes, 2 * outbox.tickBytes);
}
