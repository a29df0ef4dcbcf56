import { setImmediate as nextTurn } from 'node:timers/promises';
import { AskFailed, NoAnswer, type Asking, type Unanswer } from '../nats/asking.ts';
import { OperatorError } from '../../core/errors.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { InputFrame, InputReader, NoInputs, RecordedInputs } from '../../history/input-store.ts';
import { askBest } from './ask-best.ts';
import type { InputPage, NodeQuestions } from './node-questions.ts';
import { frameIn, sentFrame } from './sent-frame.ts';

const TIMEOUT_MS = 60_000;
/** What one answer holds at most, before it is deflated, and one frame more. */
const MOST_PAGE_BYTES = 32 * 1024 * 1024;

/**
 * Recorded inputs of compute nodes. Each has what it has heard while it ran: what one lacks, or has damaged, is asked from all. Where no node
 * answers, reading rejects with an OperatorError, because nothing is known then of what is kept.
 */
export class RemoteInputs implements InputReader {
  readonly #asking: Asking<NodeQuestions>;

  constructor(asking: Asking<NodeQuestions>) {
    this.#asking = asking;
  }

  /** `isRight`: nodes may have recorded others of the slot. Where none is right, those of any node. */
  async read(
    at: Millis,
    isRight: (frame: InputFrame) => boolean = () => true,
  ): Promise<InputFrame | NoInputs> {
    const answer = await answered(
      askBest(
        this.#asking,
        'inputs',
        { at },
        {
          isFinal: (inputs) => {
            const frame = typeof inputs === 'string' ? undefined : frameIn(inputs);
            return frame !== undefined && isRight(frame);
          },
          rank: (inputs) => (inputs === 'not-kept' ? 0 : 1),
          timeoutMs: TIMEOUT_MS,
        },
      ),
    );
    return answer === 'not-kept' ? answer : checked(at, answer);
  }

  async *between(from: Millis, to: Millis): AsyncGenerator<RecordedInputs> {
    for (let next = from; next <= to;) {
      const page = await answered(this.#page(next, to));
      for (const { at, inputs } of page.inputs) {
        yield* this.#ofAll(next, at - 1);
        const own = checked(at, inputs);
        if (own === 'damaged') yield* this.#ofAll(at, at, [{ at, inputs: own }]);
        else yield { at, inputs: own };
        next = at + 1;
      }
      yield* this.#ofAll(next, page.until);
      if (page.until >= to) return;
      next = page.until + 1;
    }
  }

  /** What any node has of slots that the one that was asked lacks. */
  async *#ofAll(
    from: Millis,
    to: Millis,
    known: readonly RecordedInputs[] = [],
  ): AsyncGenerator<RecordedInputs> {
    for (let next = from; firstSlotFrom(next) <= to;) {
      const pages = await answered(
        this.#asking.askAll('inputs-between', { from: next, to }, { timeoutMs: TIMEOUT_MS }),
      );
      const until = Math.min(to, ...pages.map((page) => page.until));
      yield* merged([...known, ...pages.flatMap(({ inputs }) => inputs)], until);
      if (until >= to) return;
      next = until + 1;
    }
  }

  #page(from: Millis, to: Millis): Promise<InputPage> {
    return askBest(
      this.#asking,
      'inputs-between',
      { from, to },
      {
        isFinal: () => true,
        rank: () => 0,
        timeoutMs: TIMEOUT_MS,
      },
    );
  }
}

/** Has this node answer what `RemoteInputs` ask. */
export function answerInputs(
  asking: Asking<NodeQuestions>,
  reader: InputReader,
  mostPageBytes = MOST_PAGE_BYTES,
): Unanswer {
  const ends = [
    asking.answer('inputs', async ({ at }) => sent(await reader.read(at))),
    asking.answer('inputs-between', ({ from, to }) => pageOf(reader, from, to, mostPageBytes)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

async function pageOf(reader: InputReader, from: Millis, to: Millis, mostBytes: number): Promise<InputPage> {
  const page: RecordedInputs[] = [];
  let bytes = 0;
  for await (const { at, inputs } of reader.between(from, to)) {
    page.push({ at, inputs: inputs === 'damaged' ? inputs : sentFrame(inputs) });
    bytes += inputs === 'damaged' ? 0 : bytesOf(inputs);
    if (bytes >= mostBytes) return { inputs: page, until: at };
    // A frame takes some milliseconds to decode: what else the node does comes between them.
    await nextTurn();
  }
  return { inputs: page, until: to };
}

function sent(inputs: InputFrame | NoInputs): InputFrame | NoInputs {
  return typeof inputs === 'string' ? inputs : sentFrame(inputs);
}

function bytesOf({ columns, rest }: InputFrame): number {
  return columns.reduce((bytes, { numbers }) => bytes + numbers.byteLength, rest.byteLength);
}

function checked(at: Millis, inputs: unknown): InputFrame | 'damaged' {
  const frame = frameIn(inputs);
  return frame?.at === at ? frame : 'damaged';
}

/** Of each slot what is whole, where any node has it so. */
function* merged(all: readonly RecordedInputs[], until: Millis): Generator<RecordedInputs> {
  const best = new Map<Millis, InputFrame | 'damaged'>();
  for (const { at, inputs } of all) {
    const known = best.get(at);
    if (at <= until && (known === undefined || known === 'damaged')) best.set(at, checked(at, inputs));
  }
  for (const at of [...best.keys()].toSorted((a, b) => a - b)) yield { at, inputs: best.get(at)! };
}

function firstSlotFrom(at: Millis): Millis {
  return Math.ceil(at / SLOT_MS) * SLOT_MS;
}

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoAnswer)
      throw new OperatorError(
        `recorded inputs cannot be read: no compute node answers (${error.reason}). Is one running, on the same bus?`,
      );
    if (error instanceof AskFailed)
      throw new OperatorError(
        'recorded inputs cannot be read: the compute node failed, and its log says why',
      );
    throw error;
  }
}
