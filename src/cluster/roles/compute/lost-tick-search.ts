import type { Logger } from 'pino';
import { isSignedHead } from '../../../auth/head-signer.ts';
import type { SigningKeys } from '../../../auth/signing-keys.ts';
import { chainAfter, hashOfStored, tickLinkOf, type TickLink } from '../../../app/pipeline/unstored-ticks.ts';
import { sha256 } from '../../../app/process/sha256.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { formatDatetime, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { StoredRecord } from '../../../history/history-store.ts';
import type { InputFrame, InputReader, InputStore } from '../../../history/input-store.ts';
import { NoReply, RpcFailed, type Rpc } from '../../nats/rpc.ts';
import type { NodeQuestions } from '../../remote/node-questions.ts';
import { linksAfter } from '../../remote/remote-inputs.ts';
import { fromWireFrame } from '../../remote/wire-frame.ts';
import type { PublishedHeads } from '../published-heads.ts';

export interface LostTickSearchParts {
  readonly rpc: Pick<Rpc<NodeQuestions>, 'askAll'>;
  readonly heads: Pick<PublishedHeads, 'add' | 'all' | 'receivedUpTo'>;
  /** The keys that sign heads. */
  readonly keys: Pick<SigningKeys, 'keyById'>;
  /** Inputs that this node can read without the others. */
  readonly own: readonly Pick<InputReader, 'between'>[];
  /** Takes inputs of other nodes, oldest first. */
  readonly received: Pick<InputStore, 'append'>;
  /** Market time. */
  readonly time: Pick<Clock, 'now'>;
  readonly clock: Pick<Clock, 'monotonic' | 'wait'>;
  readonly log: Logger;
}

/** While the leader waits for other nodes, it makes no ticks. */
const PATIENCE_MS = 10 * SECOND_MS;
/** Nothing was published since this node started: the others may be starting, too, after a restore. */
const PATIENCE_AT_START_MS = 30 * SECOND_MS;
const CHECK_EVERY_MS = 2 * SECOND_MS;
/** A flood of questions may keep the first one from the other nodes. */
const ASK_AGAIN_MS = SECOND_MS / 2;
/** A node reads the inputs of up to an hour. */
const READING_MS = 60 * SECOND_MS;

/** A tick, and a node that has its inputs. */
interface RemoteLink extends TickLink {
  readonly node?: string;
}

/**
 * Gets ticks that were published and that the store has lost from other nodes. All nodes are asked what was published; what they say
 * counts only with a signature. Ticks are taken only if a published head proves their records: their own head, or that of a later tick
 * in the same chain, because a record contains the hash of the one before it.
 */
export class LostTickSearch {
  readonly #parts: LostTickSearchParts;

  constructor(parts: LostTickSearchParts) {
    this.#parts = parts;
  }

  /**
   * `last`: the last stored tick. Without one, only finds out what was published: no tick can be proven to be the first. Ends early, with
   * what was found, when the signal aborts.
   */
  async find(last: StoredRecord | undefined, signal: AbortSignal): Promise<void> {
    if (!last) return this.#addHeads(await this.#askTwice(0, signal));
    const { heads, own, clock, log } = this.#parts;
    const patienceMs = heads.receivedUpTo === -Infinity ? PATIENCE_AT_START_MS : PATIENCE_MS;
    await this.#addHeads(await this.#askTwice(last.at, signal));
    if (this.#publishedUpTo() <= last.at) return;
    const links: RemoteLink[] = (await Promise.all(own.map((each) => linksAfter(each, last.at)))).flat();
    const ownHashes = new Set(links.map(({ hash }) => hash));
    const until = clock.monotonic() + patienceMs;
    for (let isLogged = false; ; isLogged = true) {
      const known = [...links, ...(await this.#askTicks(last.at))];
      const chain = provenChain(last, known, heads.all());
      const missing = { from: chain.at(-1)?.at ?? last.at, to: this.#publishedUpTo() };
      if (missing.from >= missing.to || signal.aborted || clock.monotonic() >= until)
        return this.#fetch(
          chain.filter(({ hash }) => !ownHashes.has(hash)),
          known,
        );
      if (!isLogged)
        log.warn(
          { from: formatDatetime(missing.from + SLOT_MS), to: formatDatetime(missing.to) },
          `the store has lost ticks that no running compute node has: others have ${patienceMs / SECOND_MS} s to start`,
        );
      await clock.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
      await this.#addHeads(await this.#askHeads(last.at));
    }
  }

  #publishedUpTo(): Millis {
    return Math.max(-Infinity, ...this.#parts.heads.all().keys());
  }

  async #addHeads(answers: readonly (readonly SignedHead[])[]): Promise<void> {
    const { heads, keys, time, log } = this.#parts;
    const sound: SignedHead[] = [];
    let refused = 0;
    for (const head of answers.flat()) {
      // A slot in the future would prevent all ticks up to it.
      const isPast = isHead(head) && head.slot <= time.now();
      if (isPast && (await isSignedHead(keys, head))) sound.push(head);
      else refused++;
    }
    heads.add(...sound);
    if (refused > 0)
      log.warn(
        { heads: refused },
        'other nodes know heads that no known key has signed, or that are dated in the future: they do not count',
      );
  }

  /** The answers to the first question that any node answers; the second is asked only if the first has none soon. */
  async #askTwice(after: Millis, signal: AbortSignal): Promise<readonly (readonly SignedHead[])[]> {
    const { clock } = this.#parts;
    const ask = () => this.#askHeads(after);
    const answered = new AbortController();
    const over = AbortSignal.any([signal, answered.signal]);
    const first = ask();
    const second = clock.wait(ASK_AGAIN_MS, over).then(ask, () => []);
    const asked = [first, second].map(async (answers) => {
      if ((await answers).length > 0) answered.abort();
      return answers;
    });
    const soonest = await Promise.race(asked);
    return soonest.length > 0 ? soonest : (await Promise.all(asked)).flat();
  }

  #askHeads(after: Millis): Promise<readonly (readonly SignedHead[])[]> {
    return orNone(this.#parts.rpc.askAll('published-heads', { after }));
  }

  async #askTicks(after: Millis): Promise<readonly RemoteLink[]> {
    const options = { timeoutMs: READING_MS };
    const answers = await orNone(this.#parts.rpc.askAll('recorded-ticks', { after }, options));
    return answers.flatMap(({ node, ticks }) =>
      Array.isArray(ticks) ? ticks.filter(isLink).map((tick) => ({ ...tick, node })) : [],
    );
  }

  /** Stops at the first tick that no node sends: later ones cannot be stored without it. */
  async #fetch(chain: readonly RemoteLink[], known: readonly RemoteLink[]): Promise<void> {
    const { received, log } = this.#parts;
    const fetched: { readonly at: Millis; readonly node: string }[] = [];
    for (const { at, hash } of chain) {
      const nodes = known.flatMap((link) => (link.hash === hash ? (link.node ?? []) : []));
      const found = await this.#inputsFrom(nodes, { at, hash });
      const failed = { slot: formatDatetime(at), nodes };
      const outcome = await (found && received.append(found.frame))?.catch((error: unknown) => {
        log.error({ ...failed, err: error }, 'inputs from another node cannot be written');
      });
      if (!found || outcome !== 'recorded') {
        log.error(failed, 'a lost tick could not be taken from another node: it and later ones stay gaps');
        break;
      }
      fetched.push({ at, node: found.node });
    }
    if (fetched.length === 0) return;
    log.warn(
      {
        ticks: fetched.length,
        from: formatDatetime(fetched[0]!.at),
        to: formatDatetime(fetched.at(-1)!.at),
        nodes: [...new Set(fetched.map(({ node }) => node))],
      },
      'other compute nodes have given back ticks that the store has lost',
    );
  }

  async #inputsFrom(
    nodes: readonly string[],
    { at, hash }: Pick<TickLink, 'at' | 'hash'>,
  ): Promise<{ readonly node: string; readonly frame: InputFrame } | undefined> {
    const { rpc } = this.#parts;
    for (const node of nodes) {
      const isEnough = ({ inputs }: NodeQuestions['recorded-inputs']['answers']) => inputs !== undefined;
      const answers = await orNone(rpc.askAll('recorded-inputs', { node, at }, { isEnough }));
      const frame = fromWireFrame(answers.find(isEnough)?.inputs);
      if (frame?.at === at && tickLinkOf({ at: frame.at, inputs: frame }, sha256)?.hash === hash)
        return { node, frame };
    }
    return undefined;
  }
}

/** Up to the last tick whose published head is known. */
function provenChain(
  last: StoredRecord,
  links: readonly RemoteLink[],
  published: ReadonlyMap<Millis, string>,
): readonly RemoteLink[] {
  const chain = chainAfter(hashOfStored(last, sha256), links, published);
  return chain.slice(0, chain.findLastIndex(({ at }) => published.has(at)) + 1);
}

/** Another node may run another version. */
function isHead(value: unknown): value is SignedHead {
  return (
    isObject(value) &&
    Number.isSafeInteger(value['slot']) &&
    areTexts(value, 'recordHash', 'keyId', 'signature')
  );
}

function isLink(value: unknown): value is TickLink {
  return isObject(value) && Number.isSafeInteger(value['at']) && areTexts(value, 'hash', 'previous');
}

function areTexts(value: Readonly<Record<string, unknown>>, ...names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

async function orNone<T>(answers: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await answers;
  } catch (error) {
    if (error instanceof NoReply || error instanceof RpcFailed) return [];
    throw error;
  }
}
