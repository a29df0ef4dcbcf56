import type { Millis } from '../../../core/time.ts';

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
