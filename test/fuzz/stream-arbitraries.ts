import fc from 'fast-check';
import { MESSAGES } from '../../src/contract/messages.ts';
import { clientFrame, OPCODES } from '../support/raw-websocket.ts';

/** What the fuzzer knows of the world it talks to. */
export interface StreamKnowledge {
  readonly exchangeIds: readonly string[];
  readonly marketIds: readonly string[];
  readonly indexIds: readonly string[];
  readonly marketNames: readonly string[];
  readonly instants: readonly string[];
}

/** One thing that a client sends. */
export type FuzzFrame =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** What may begin a frame and never end it. */
  | { readonly kind: 'torn'; readonly bytes: Buffer };

const EVENTS = [...new Set(MESSAGES.map(({ event }) => event))];

function oddValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant([]),
    fc.constant({}),
    fc.constant(''),
  );
}

function fieldValues(knowledge: StreamKnowledge): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const known = (values: readonly string[]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.constantFrom(...values).map((value) => value.toUpperCase()) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: oddValue() },
    );
  return {
    exchangeId: known(knowledge.exchangeIds),
    marketId: known(knowledge.marketIds),
    marketName: known(knowledge.marketNames),
    indexId: known(knowledge.indexIds),
    indexType: known(['MWA', 'GWA', 'LX']),
    since: known(knowledge.instants),
    requestId: fc.oneof(fc.integer(), fc.string({ maxLength: 70 }), oddValue()),
  };
}

/** Messages that are nearly right, most of which are carried out. */
function likelyMessage(knowledge: StreamKnowledge): fc.Arbitrary<string> {
  const event = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...EVENTS) },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
    { weight: 1, arbitrary: oddValue() },
  );
  const fields = fc.record(fieldValues(knowledge), { requiredKeys: [] });
  return fc.tuple(event, fields).map(([name, rest]) => JSON.stringify({ event: name, ...rest }));
}

function frameOf(knowledge: StreamKnowledge): fc.Arbitrary<FuzzFrame> {
  const message = (text: string): FuzzFrame => ({ kind: 'message', text });
  const bytes = (frame: Buffer): FuzzFrame => ({ kind: 'bytes', bytes: frame });
  const control = fc.constantFrom(OPCODES.ping, OPCODES.pong);
  const small = fc.uint8Array({ maxLength: 125 }).map((array) => Buffer.from(array));
  return fc.oneof(
    { weight: 60, arbitrary: likelyMessage(knowledge).map(message) },
    { weight: 6, arbitrary: fc.json({ maxDepth: 3 }).map(message) },
    { weight: 6, arbitrary: fc.string({ maxLength: 200, unit: 'grapheme' }).map(message) },
    { weight: 2, arbitrary: fc.integer({ min: 4000, max: 70_000 }).map((n) => message('x'.repeat(n))) },
    {
      weight: 6,
      arbitrary: fc.tuple(small, control).map(([payload, opcode]) => bytes(clientFrame(payload, { opcode }))),
    },
    { weight: 4, arbitrary: small.map((payload) => bytes(clientFrame(payload, { opcode: OPCODES.binary }))) },
    { weight: 1, arbitrary: small.map((payload) => bytes(clientFrame(payload))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(small, fc.nat(15), fc.boolean(), fc.constantFrom(0, 0x10, 0x20, 0x40), fc.boolean())
        .map(([payload, opcode, fin, reserved, masked]) =>
          bytes(clientFrame(payload, { opcode, fin, reserved, masked })),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ minLength: 1, maxLength: 40 })
        .map((array) => ({ kind: 'torn' as const, bytes: Buffer.from(array) })),
    },
  );
}

/** What a client sends in one go; some of it in two halves. */
export function fuzzFrames(knowledge: StreamKnowledge): fc.Arbitrary<readonly FuzzFrame[]> {
  return fc.array(frameOf(knowledge), { minLength: 1, maxLength: 40 });
}
