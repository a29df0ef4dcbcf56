import type { Millis } from '../../../src/core/time.ts';
import type { TickSlice } from '../../../src/history/history-store.ts';

/** A value as a peer hands it out: what a service would send. */
export interface PeerRow {
  readonly at: number;
  readonly price: number;
  readonly volume: number;
  readonly flags: number;
}

/** What a row a point holds of a tick. */
export type PeerTick = Pick<TickSlice, 'at' | 'series' | 'prices' | 'volumes' | 'flags'>;

/** What a user would take instead: a row for each point, by series number and time. */
export interface Peer {
  readonly name: string;
  /** Many ticks, not waited for one by one. */
  load(ticks: readonly TickSlice[]): Promise<void>;
  /** One tick, durable when this resolves. The state of an engine is for the store alone. */
  append(tick: TickSlice, state?: Uint8Array): Promise<void>;
  /** After this, what was stored has the size and the statistics that it keeps. */
  settle(): Promise<void>;
  bytes(): Promise<number>;
  /** Newest first. */
  readSeries(series: number, atOrBefore: Millis, limit: number): Promise<PeerRow[]>;
  /** All series from 0 up to, not including, this one, at one instant. */
  readInstant(at: Millis, series: number): Promise<PeerRow[]>;
  close(): Promise<void>;
}
