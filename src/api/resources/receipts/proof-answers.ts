import { Lru } from '../../../core/lru.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import type { Proof } from '../../../values/receipts/receipts.ts';
import { freshUntil } from '../../http/answers/freshness.ts';
import type { Answer, RouteCall } from '../../http/routing/route.ts';

const MAX_KEPT = 512;
/** A final proof never changes, but its inputs may be deleted. */
const MAX_SECONDS = 300;

export interface ProofAnswersParts {
  readonly indexTickers: Pick<IndexTickers, 'at'>;
  readonly marketSpeed: number;
}

export interface ProofAnswer {
  readonly prepared: PreparedAnswer;
  /** When a later head replaces the one in the answer: at the end of its day. Infinity if none does. */
  readonly validUntil: Millis;
}

/** `proof`: undefined for a receipt of a record that has none. */
export function proofAnswer(text: string, proof: Proof | undefined): ProofAnswer {
  return { prepared: PreparedAnswer.ofJson(text), validUntil: validUntil(proof) };
}

function validUntil(proof: Proof | undefined): Millis {
  if (!proof || proof.isFinal) return Infinity;
  // Without a head: it gets one soon.
  return proof.head ? dayOfTick(proof.slot) + DAY_MS : -Infinity;
}

/**
 * A cache of answers with proofs. An answer with a head from the middle of a day is dropped when the day
 * ends.
 */
export class ProofAnswers {
  readonly #parts: ProofAnswersParts;
  readonly #kept = new Lru<string, ProofAnswer>({ maxEntries: MAX_KEPT });

  constructor(parts: ProofAnswersParts) {
    this.#parts = parts;
  }

  get(id: string): ProofAnswer | undefined {
    const kept = this.#kept.get(id);
    if (kept && this.#isValid(kept)) return kept;
    this.#kept.delete(id);
    return undefined;
  }

  set(id: string, answer: ProofAnswer): void {
    if (this.#isValid(answer)) this.#kept.set(id, answer);
  }

  /** The response; caches between the service and the client must drop it by then, too. */
  response(
    { prepared, validUntil }: ProofAnswer,
    { marketNow }: Pick<RouteCall<never, never>, 'marketNow'>,
  ): Answer {
    const maxAgeSeconds = freshUntil(validUntil, marketNow(), this.#parts.marketSpeed, MAX_SECONDS);
    return { prepared, maxAgeSeconds };
  }

  #isValid({ validUntil }: ProofAnswer): boolean {
    return this.#parts.indexTickers.at < validUntil;
  }
}
