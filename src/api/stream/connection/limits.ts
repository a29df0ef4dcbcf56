import type { Millis } from '../../../core/time.ts';

/** What one client and one connection may ask of the service. */
export interface StreamLimits {
  /** Connections of one client. */
  readonly connections: number;
  /** Connections of one address (IPv6: one /64 network) with tokens of the public page. */
  readonly visitorConnections: number;
  /** Subscriptions of one connection. */
  readonly subscriptions: number;
  /** Frames that a connection may send at once, and a second from then on. */
  readonly burst: number;
  readonly perSecond: number;
  /** A backlog may have this many bytes, or two full ticks of everything subscribed where that is more. */
  readonly backlogBytes: number;
  readonly backlogMs: Millis;
  readonly pingMs: Millis;
}
