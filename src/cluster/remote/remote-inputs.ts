import { sha256 } from '../../app/process/sha256.ts';
import { tickLinks, type TickLink } from '../../app/pipeline/unstored-ticks.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import { EVENT_LOOP } from '../../core/async/loop.ts';
import type { Millis } from '../../core/time.ts';
import type { InputReader } from '../../history/input-store.ts';
import type { Rpc, StopAnswering } from '../nats/rpc.ts';
import type { NodeQuestions } from './node-questions.ts';
import { toWireFrame } from './wire-frame.ts';

export interface KnownHeads {
  /** Of slots after this one. */
  after(instant: Millis): readonly SignedHead[];
}

/** Reports to the leader which ticks this node knows to be published. */
export function answerPublishedHeads(rpc: Rpc<NodeQuestions>, heads: KnownHeads): StopAnswering {
  return rpc.answer('published-heads', async ({ after }) => heads.after(after));
}

export interface RecordedInputsParts {
  readonly rpc: Rpc<NodeQuestions>;
  /** The name of this node. */
  readonly node: string;
  /** The inputs in its directory. */
  readonly inputs: InputReader;
}

/** Sends the leader inputs of ticks that the store has lost. */
export function answerRecordedInputs({ rpc, node, inputs }: RecordedInputsParts): StopAnswering {
  const ends = [
    rpc.answer('recorded-ticks', async ({ after }) => ({ node, ticks: await linksAfter(inputs, after) })),
    rpc.answer('recorded-inputs', async (asked) => {
      const frame = asked.node === node ? await inputs.read(asked.at) : 'not-kept';
      return typeof frame === 'string' ? {} : { inputs: toWireFrame(frame) };
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Reading a frame takes about 20 ms, and a request may cover an hour of them, so this yields to other work after each. */
export async function linksAfter(inputs: Pick<InputReader, 'between'>, after: Millis): Promise<TickLink[]> {
  const links: TickLink[] = [];
  for await (const link of tickLinks(inputs, after, sha256)) {
    links.push(link);
    await new Promise<void>((resolve) => EVENT_LOOP.nextTurn(resolve));
  }
  return links;
}
