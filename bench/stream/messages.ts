/** What the bench's processes say to each other. */
export type ServerKind = 'tidemark' | 'plain ws.send' | 'corked ws.send' | 'socket.io rooms';

export type ToServer =
  | { readonly kind: 'start'; readonly server: ServerKind }
  | { readonly kind: 'prepare' }
  | { readonly kind: 'tick' };

export type FromServer =
  | {
      readonly kind: 'ready';
      readonly port: number;
      readonly token: string;
      readonly gwa: readonly string[];
      readonly mwa: readonly string[];
      /** Names of indices, for server-sent events; none for a peer. */
      readonly names: readonly string[];
    }
  | { readonly kind: 'ticked' }
  /** So long after its publishing a tick had been handed to the last of its clients, by the server's own clock. */
  | { readonly kind: 'served'; readonly ms: number }
  | { readonly kind: 'prepared' };

/** Clients that subscribe alike. */
export interface Crowd {
  readonly name: string;
  readonly clients: number;
  readonly indexTypes: readonly string[];
  /** So many indices each, chosen by number. */
  readonly indices: number;
  /** Over server-sent events in place of a websocket; single indices only. */
  readonly events?: boolean;
  readonly conflate?: boolean;
}

export type ToFarm =
  | {
      readonly kind: 'connect';
      readonly port: number;
      readonly token: string;
      readonly socketIo: boolean;
      readonly crowd: Crowd;
      readonly indexIds: readonly string[];
      readonly names: readonly string[];
      readonly messagesPerTick: number;
    }
  /** Waits until everybody has the tick that was due at a time by the machine's clock. */
  | { readonly kind: 'await'; readonly at: number; readonly patienceMs: number }
  /** The first of a crowd stop reading. */
  | { readonly kind: 'stall'; readonly crowd: string; readonly clients: number }
  /** Those that had stopped read on; all of them have caught up when it is answered. */
  | {
      readonly kind: 'release';
      readonly crowd: string;
      /** Messages published for one client. */ readonly ticks: number;
    }
  | { readonly kind: 'reconnect'; readonly crowd: string };

export type FromFarm =
  | { readonly kind: 'connected'; readonly ms: number }
  | { readonly kind: 'stalled' }
  | {
      readonly kind: 'released';
      readonly ms: number;
      readonly messages: number;
      readonly skipped: number;
      readonly ended: number;
    }
  | { readonly kind: 'received'; readonly crowds: readonly CrowdResult[] };

export interface CrowdResult {
  readonly name: string;
  readonly messages: number;
  /** Of each client's last message of the tick, after `at`. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly lastMs: number;
  /** Messages that did not come, came twice, or out of their order. */
  readonly lost: number;
  /** Connections that ended. */
  readonly ended: number;
}
