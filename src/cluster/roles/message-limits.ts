import type { Exchange } from '../nats/asking.ts';
import type { NodeQuestions } from '../remote/node-questions.ts';
import type { ClusterTopics } from './cluster-topics.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * What a message of each topic may have at most, inflated: one that claims more is none of ours. A refresh of the full simulated world has 14 MB in
 * all; these are some ten times what is known of each, so that no world that works in one process is too large for several.
 */
export const MOST_MESSAGE_BYTES: Readonly<Record<keyof ClusterTopics, number>> = {
  reference: 256 * MIB,
  tickers: 128 * MIB,
  derivatives: 128 * MIB,
  // Lists of all markets of some exchanges at once.
  collected: 256 * MIB,
  inputs: 64 * MIB,
  indices: 32 * MIB,
  marketCaps: 32 * MIB,
  quality: 32 * MIB,
  trades: 32 * MIB,
  wanted: 8 * MIB,
  reading: MIB,
  head: 64 * KIB,
  past: 64 * KIB,
  sources: 64 * KIB,
};

/** The same for what nodes ask each other, and for what they answer. */
export const MOST_QUESTION_BYTES: Readonly<
  Record<keyof NodeQuestions, Readonly<Record<keyof Exchange, number>>>
> = {
  receipt: { asks: 64 * KIB, answers: 64 * MIB },
  // A page of 20,000 entries of some 300 bytes, with room for long names.
  'kept-receipts': { asks: 64 * KIB, answers: 64 * MIB },
  'kept-receipt': { asks: 64 * KIB, answers: 64 * MIB },
  // An import brings its file, and a result has as much as a control socket takes.
  command: { asks: 256 * MIB, answers: 64 * MIB },
  report: { asks: 256 * KIB, answers: 64 * MIB },
};
