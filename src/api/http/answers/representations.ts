import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { Lru } from '../../../core/lru.ts';
import type { Slices } from '../../../core/async/slices.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { ApiError } from '../errors.ts';
import { listText, piecesOf, type ListText } from './list-text.ts';
import type { Representation } from './representation.ts';
import { FairQueue, type JobOwner } from '../limits/fair-queue.ts';

/** Lists up to this size are converted at once, in about a millisecond. */
const AT_ONCE_BYTES = 128 * 2 ** 10;
/** Converted in a fraction of a millisecond. */
const PIECE_BYTES = 32 * 2 ** 10;
/** Number of pieces that are copied in a fraction of a millisecond. */
const PIECES_PER_SLICE = 16;
const KEPT_BYTES = 32 * 2 ** 20;
/** A page of 2,000 records takes some milliseconds, all tickers of the full world a quarter of a second. */
const MAX_WAITING = 64;
const COMMA = Buffer.from(',');

/** An answer in another form. */
export interface Represented {
  readonly prepared: PreparedAnswer;
  /** For a list whose body does not contain it. */
  readonly nextId: string | undefined;
}

/** A form that is being made, shared by all concurrent requests. */
class Coming {
  readonly made: Promise<Represented>;
  readonly wanted: Wanted;
  /** Whether it was requested before. */
  readonly isAgain: boolean;

  constructor(wanted: Wanted, made: Promise<Represented>, isAgain: boolean) {
    this.wanted = wanted;
    this.made = made;
    this.isAgain = isAgain;
  }
}

/** A form that was requested once, is being made, or is cached. */
type Known = 'asked' | Coming | Represented;

/** All places for requests of this client are taken. */
class Busy extends ApiError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'large responses are being converted for other clients: try again', {
      headers: { 'retry-after': '1' },
    });
  }
}

/**
 * Prepared answers in other forms, made from their JSON on demand. A form requested again is cached as long
 * as the answer itself, within a total number of bytes. Large answers are converted one after the other, in
 * turn by client, one slice per turn of the event loop; if too many wait, clients get 503.
 */
export class Representations {
  readonly #known = new WeakMap<PreparedAnswer, Map<Representation, Known>>();
  readonly #kept: Lru<Represented, () => void>;
  readonly #turns: Pick<LoopTurns, 'run'>;
  readonly #line = new FairQueue({ maxRunning: 1, maxWaiting: MAX_WAITING, queueFull: () => new Busy() });

  constructor(turns: Pick<LoopTurns, 'run'>, keptBytes = KEPT_BYTES) {
    this.#turns = turns;
    this.#kept = new Lru({
      maxWeight: keptBytes,
      weightOf: (_forget, { prepared }) => prepared.identity.bytes.length,
      onRemoved: (forget) => forget(),
    });
  }

  /** Synchronous if it is cached or small. Otherwise `asker` identifies the request. */
  of(
    source: PreparedAnswer,
    form: Representation,
    asker: () => JobOwner,
  ): Represented | Promise<Represented> {
    let forms = this.#known.get(source);
    if (!forms) this.#known.set(source, (forms = new Map()));
    const known = forms.get(form);
    if (known instanceof Coming && !known.wanted.signal.aborted) {
      return this.#join(known, asker(), (own) => this.of(source, form, () => own));
    }
    if (known !== undefined && known !== 'asked' && !(known instanceof Coming)) {
      this.#kept.get(known);
      return known;
    }
    const isAgain = known === 'asked' || known?.isAgain === true;
    const wanted = new Wanted();
    const made = this.#make(source, form, () => {
      const { gone, ...whose } = asker();
      wanted.by(gone);
      return { ...whose, gone: wanted.signal };
    });
    if (!(made instanceof Promise)) return this.#keep(forms, form, made, isAgain);
    const coming: Coming = new Coming(
      wanted,
      this.#coming(forms, form, made, isAgain, () => coming),
      isAgain,
    );
    forms.set(form, coming);
    return coming.made;
  }

  /** For an answer that no other request gets: nothing is cached. */
  once(
    source: PreparedAnswer,
    form: Representation,
    asker: () => JobOwner,
  ): Represented | Promise<Represented> {
    return this.#make(source, form, asker);
  }

  /** If the shared work ends because another client was refused, this request starts its own. */
  async #join(
    { wanted, made }: Coming,
    own: JobOwner,
    askAnew: (own: JobOwner) => Represented | Promise<Represented>,
  ): Promise<Represented> {
    wanted.by(own.gone);
    try {
      return await made;
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      own.gone.throwIfAborted();
      return askAnew(own);
    }
  }

  #make(
    source: PreparedAnswer,
    form: Representation,
    asker: () => JobOwner,
  ): Represented | Promise<Represented> {
    const { bytes } = source.identity;
    if (!form.list) return represented(source, form, [form.convert(bytes)], undefined);
    const list = listText(bytes);
    if (list.records.length > AT_ONCE_BYTES) return this.#inLine(source, form, list, asker());
    const pieces = list.records.length === 0 ? [] : [form.convert(list.records, list.between)];
    return represented(source, form, pieces, list);
  }

  async #coming(
    forms: Map<Representation, Known>,
    form: Representation,
    making: Promise<Represented>,
    askedBefore: boolean,
    self: () => Coming,
  ): Promise<Represented> {
    try {
      return this.#keep(forms, form, await making, askedBefore);
    } catch (error) {
      // If all clients that wanted this one have left, others may have started a new one.
      if (forms.get(form) === self()) {
        if (askedBefore) forms.set(form, 'asked');
        else forms.delete(form);
      }
      throw error;
    }
  }

  #keep(
    forms: Map<Representation, Known>,
    form: Representation,
    made: Represented,
    askedBefore: boolean,
  ): Represented {
    forms.set(form, askedBefore ? made : 'asked');
    if (askedBefore) this.#kept.set(made, () => forms.delete(form));
    return made;
  }

  #inLine(
    source: PreparedAnswer,
    form: Representation,
    list: ListText,
    asker: JobOwner,
  ): Promise<Represented> {
    return this.#line.run(asker, () =>
      this.#turns.run(conversion(source, form, list, asker.gone), asker.isVisitor),
    );
  }
}

function* conversion(
  source: PreparedAnswer,
  form: Representation,
  list: ListText,
  gone: AbortSignal,
): Slices<Represented> {
  const pieces: Buffer[] = [];
  for (const piece of piecesOf(list, PIECE_BYTES)) {
    gone.throwIfAborted();
    pieces.push(form.convert(piece, list.between));
    yield;
  }
  return representedAs(source, form, yield* joined(framed(form, pieces, list)), list);
}

/** Copied piece by piece: for 8 MB at once, clearing the memory alone takes several milliseconds. */
function* joined(pieces: readonly Buffer[]): Slices<Buffer> {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const [i, piece] of pieces.entries()) {
    end += piece.copy(whole, end);
    if (i % PIECES_PER_SLICE === 0) yield;
  }
  return whole;
}

function represented(
  source: PreparedAnswer,
  form: Representation,
  pieces: readonly Buffer[],
  list: ListText | undefined,
): Represented {
  return representedAs(source, form, Buffer.concat(framed(form, pieces, list)), list);
}

function representedAs(
  source: PreparedAnswer,
  form: Representation,
  bytes: Buffer,
  list: ListText | undefined,
): Represented {
  const isInside = form.list?.inside === true;
  return {
    prepared: new PreparedAnswer(bytes, `${source.tag}-${form.tag}`),
    nextId: isInside ? list?.nextId : undefined,
  };
}

function framed(
  form: Representation,
  pieces: readonly Buffer[],
  list: ListText | undefined,
): readonly Buffer[] {
  if (!form.list || !list) return pieces;
  if (form.list.inside) return [Buffer.from(form.list.opening), ...pieces];
  const apart = pieces.flatMap((piece, i) => (i === 0 ? [piece] : [COMMA, piece]));
  return form.list.frame?.(list, apart) ?? [list.opening, ...apart, list.ending];
}

/** Work shared by several requests: it is wanted as long as the client of one of them is connected. */
class Wanted {
  readonly #controller = new AbortController();
  #count = 0;

  /** Aborts when all clients have left, with the reason of the last. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  by(gone: AbortSignal): void {
    this.#count++;
    const leave = () => {
      if (--this.#count === 0) this.#controller.abort(gone.reason);
    };
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
  }
}
