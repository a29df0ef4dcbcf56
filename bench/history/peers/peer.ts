import type { Millis } from '../../../src/core/time.ts';
import type { TickSlice } from '../../../src/history/history-store.ts';

/** A value as a peer returns it: what a service would send. */
export interface PeerRow {
  readonly at: number;
  readonly price: number;
  readonly volume: number;
  readonly flags: number;
}

/** The part of a tick that one row per point stores. */
export type PeerTick = Pick<TickSlice, 'at' | 'series' | 'prices' | 'volumes' | 'flags'>;

/** A database that a user would choose instead: one row per point, by series number and time. */
export interface Peer {
  readonly name: string;
  /** Appends many ticks; they need not be durable one by one. */
  load(ticks: readonly TickSlice[]): Promise<void>;
  /** Appends one tick, which is durable when this resolves. Only our own store keeps the state of an engine. */
  append(tick: TickSlice, state?: Uint8Array): Promise<void>;
  /** After this, the stored data has its final size and statistics. */
  settle(): Promise<void>;
  bytes(): Promise<number>;
  /** Newest first. */
  readSeries(series: number, atOrBefore: Millis, limit: number): Promise<PeerRow[]>;
  /** All series from 0 up to, not including, this one, at one instant. */
  readInstant(at: Millis, series: number): Promise<PeerRow[]>;
  close(): Promise<void>;
}
