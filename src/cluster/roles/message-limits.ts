import type { RpcMethod } from '../nats/rpc.ts';
import type { NodeQuestions } from '../remote/node-questions.ts';
import type { ClusterTopics } from './cluster-topics.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Limits of the inflated message size per topic. A refresh of the full simulated world has 14 MB in total; the limits are about ten times
 * the known sizes, so that any world that works in one process also works in several.
 */
export const MAX_MESSAGE_BYTES: Readonly<Record<keyof ClusterTopics, number>> = {
  reference: 256 * MIB,
  tickers: 128 * MIB,
  derivatives: 128 * MIB,
  // Lists of all markets of several exchanges at once.
  collected: 256 * MIB,
  inputs: 64 * MIB,
  indices: 32 * MIB,
  marketCaps: 32 * MIB,
  quality: 32 * MIB,
  trades: 32 * MIB,
  wanted: 8 * MIB,
  // A thousand alerts of a few KiB.
  alerts: 8 * MIB,
  reading: MIB,
  head: 64 * KIB,
  past: 64 * KIB,
  sources: 64 * KIB,
};

/**
 * Limits of questions that one node receives from all others, by what an answer costs. A serving node whose question is not delivered
 * answers its client with 503, and the client tries again.
 */
export const MAX_QUESTIONS_PER_SECOND: Readonly<Record<keyof NodeQuestions, number>> = {
  receipt: 64,
  'kept-receipt': 64,
  'kept-receipts': 64,
  'published-heads': 64,
  'recorded-ticks': 64,
  // The leader asks for up to an hour of them, one after the other.
  'recorded-inputs': 256,
  command: 16,
  report: 16,
};

/** Limits of the inflated size of questions between nodes and their answers. */
export const MAX_QUESTION_BYTES: Readonly<
  Record<keyof NodeQuestions, Readonly<Record<keyof RpcMethod, number>>>
> = {
  receipt: { asks: 64 * KIB, answers: 64 * MIB },
  // A page of 20,000 entries of about 300 bytes, with room for long names.
  'kept-receipts': { asks: 64 * KIB, answers: 64 * MIB },
  'kept-receipt': { asks: 64 * KIB, answers: 64 * MIB },
  // Heads of an hour and of all days.
  'published-heads': { asks: KIB, answers: 16 * MIB },
  'recorded-ticks': { asks: KIB, answers: MIB },
  'recorded-inputs': { asks: KIB, answers: MAX_MESSAGE_BYTES.inputs },
  // An import contains its file; a result may be as large as on a control socket.
  command: { asks: 256 * MIB, answers: 64 * MIB },
  report: { asks: 256 * KIB, answers: 64 * MIB },
};
