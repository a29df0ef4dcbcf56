import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isSound, verifyDirectory } from '../../src/app/operate/verify/verify.ts';
import { verifyStorage } from '../../src/app/operate/scrub/verify-storage.ts';
import { OperatorError } from '../../src/core/errors.ts';
import { JournalFile } from '../../src/history/embedded/journal/journal-file.ts';
import { JournalUse } from '../../src/history/embedded/journal/journal-use.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { readFixture, unpackFixture } from '../support/data-fixture.ts';

// One bit of one file of a data directory is flipped, or the file is cut or removed. `verify` says so, in words, unless the
// place is one of those that docs/reference/unverified-bytes.md lists.

const KINDS = ['flip', 'cut', 'remove'] as const;

export interface DirectoryFault {
  readonly kind: (typeof KINDS)[number];
  readonly file: string;
  /** Of a flip: which bit; of a cut: how many bytes are left. */
  readonly place: number;
}

export interface FuzzOutcome {
  readonly tried: number;
  /** Faults that were not named, by why they need not be. */
  readonly passed: ReadonlyMap<string, number>;
  /** Faults that had to be named and were not, or that were told with a stack. */
  readonly failures: readonly string[];
}

/** What is found is looked at again at once. */
const AT_ONCE = new (class extends SystemClock {
  override async wait(): Promise<void> {}
})();

/** xorshift32: the same seed gives the same faults everywhere. */
function* randomFrom(seed: number): Generator<number, never> {
  let state = seed | 0 || 1;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) / 2 ** 32;
  }
}

/** A data directory that faults are tried on, one at a time. */
export class FaultyDirectory {
  readonly #root = mkdtempSync(join(tmpdir(), 'tidemark-verify-fuzz-'));
  readonly #folder = join(this.#root, 'data');
  readonly #whole: ReadonlyMap<string, Buffer>;
  readonly #excuses: Excuses;

  constructor(fixture: string) {
    const template = join(this.#root, 'template');
    unpackFixture(readFixture(fixture), template);
    cpSync(template, this.#folder, { recursive: true });
    this.#whole = new Map(
      readdirSync(template, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .toSorted()
        .map((path) => [relative(template, path), readFileSync(path)]),
    );
    this.#excuses = new Excuses(template, this.#whole);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Each file in turn, so that small ones are tried as often as large ones; each is removed once. */
  *faults(count: number, seed: number): Generator<DirectoryFault> {
    const random = randomFrom(seed);
    const files = [...this.#whole.keys()];
    for (const file of files) yield { kind: 'remove', file, place: 0 };
    for (let i = 0; i < count; i++) {
      const file = files[i % files.length]!;
      const { length } = this.#whole.get(file)!;
      const isCut = random.next().value < 0.15;
      const place = Math.floor(random.next().value * length * (isCut ? 1 : 8));
      yield { kind: isCut ? 'cut' : 'flip', file, place };
    }
  }

  /**
   * Files alone are checked first: what that finds, the whole check finds too. The whole one is run for what is left, and
   * every `wholeEvery`th time whatever was found, to see that it ends in words.
   */
  async run(faults: Iterable<DirectoryFault>, wholeEvery: number): Promise<FuzzOutcome> {
    const passed = new Map<string, number>();
    const failures: string[] = [];
    let tried = 0;
    for (const fault of faults) {
      const excuse = this.#excuses.of(fault, this.#inflict(fault));
      const found = await this.#verified(tried++ % wholeEvery === 0, excuse !== undefined);
      if (found === 'nothing' && excuse === undefined) failures.push(`${textOf(fault)} was not named`);
      else if (found === 'nothing') passed.set(excuse!, (passed.get(excuse!) ?? 0) + 1);
      else if (found !== 'named') failures.push(`${textOf(fault)}: ${found}`);
      this.#restore(fault.file);
    }
    return { tried, passed, failures };
  }

  /** `named`, `nothing`, or what it threw. */
  async #verified(isWhole: boolean, isExcused: boolean): Promise<string> {
    try {
      const { damage } = await verifyStorage(this.#folder, undefined, AT_ONCE);
      if (!isWhole && (damage.length > 0 || isExcused)) return damage.length > 0 ? 'named' : 'nothing';
      const report = await verifyDirectory({ data: this.#folder, clock: AT_ONCE });
      if (damage.length > 0 && isSound(report)) return 'files are damaged, and the whole check finds nothing';
      return isSound(report) ? 'nothing' : 'named';
    } catch (error) {
      return error instanceof OperatorError ? 'named' : String((error as Error).stack);
    }
  }

  #inflict({ kind, file, place }: DirectoryFault): Buffer | undefined {
    const path = join(this.#folder, file);
    if (kind === 'remove') {
      rmSync(path);
      return undefined;
    }
    const whole = this.#whole.get(file)!;
    const damaged = Buffer.from(kind === 'cut' ? whole.subarray(0, place) : whole);
    if (kind === 'flip') damaged[place >> 3]! ^= 1 << (place & 7);
    writeFileSync(path, damaged);
    return damaged;
  }

  #restore(file: string): void {
    writeFileSync(join(this.#folder, file), this.#whole.get(file)!, { mode: 0o600 });
  }
}

/** Places where a fault need not be named, as docs/reference/unverified-bytes.md lists them. */
class Excuses {
  readonly #whole: ReadonlyMap<string, Buffer>;
  /** Of each journal file: the bytes that count, as pairs of beginning and end. */
  readonly #counting = new Map<string, [number, number][]>();
  readonly #lastJournal: string;

  constructor(folder: string, whole: ReadonlyMap<string, Buffer>) {
    this.#whole = whole;
    const journals = [...whole.keys()].filter((file) => file.startsWith('history/journal/'));
    this.#lastJournal = journals.at(-1)!;
    this.#listCounting(folder, journals);
  }

  of({ kind, file, place }: DirectoryFault, damaged: Buffer | undefined): string | undefined {
    const whole = this.#whole.get(file)!;
    if (['scrub.json', 'backfill.json'].includes(file)) return 'progress of work that is done again';
    if (file === 'tidemark.json' && kind === 'flip')
      return 'a setting, compared with those of the next start';
    if (file.endsWith('.json') || file === 'secret-hmac.key')
      return damaged && isSameJson(damaged, whole) ? 'white space in JSON' : undefined;
    if (file.startsWith('inputs/') && kind !== 'flip') return 'inputs that are not kept any more';
    if (file === this.#lastJournal && kind !== 'flip') return 'the end of the journal, as a crash leaves it';
    if (file.startsWith('history/journal/') && kind === 'flip')
      return this.#counts(file, place >> 3) ? undefined : 'bytes of the journal that do not count any more';
    if (file === 'gaps.log' && !this.#whole.has('gaps-count.json'))
      return kind === 'cut' || (kind === 'flip' && place >> 3 === whole.length - 1)
        ? 'the end of a log of gaps that is not anchored'
        : undefined;
    if (file === 'contracts.log') return this.#contractsExcuse(kind, place >> 3, whole);
    return undefined;
  }

  #contractsExcuse(kind: DirectoryFault['kind'], at: number, whole: Buffer): string | undefined {
    if (kind !== 'flip') return 'contracts that are not listed any more';
    return at === whole.length - 1 ? 'the end of a log, as a crash leaves it' : undefined;
  }

  #counts(file: string, at: number): boolean {
    return this.#counting.get(file)!.some(([from, to]) => at >= from && at < to);
  }

  /** Heads of records always do; of values, the last one of each key. */
  #listCounting(folder: string, journals: readonly string[]): void {
    const use = new JournalUse();
    for (const [number, name] of journals.entries()) {
      const file = new JournalFile(join(folder, name));
      use.addFile(number, file.size);
      const heads: [number, number][] = [[0, 20]];
      let from = 20;
      file.replay(
        undefined,
        (head) => {
          heads.push([from, head.puts[0]?.place.offset ?? head.end]);
          from = head.end;
          use.count(number, head);
        },
        (loss) => {
          throw new Error(loss);
        },
      );
      file.close();
      this.#counting.set(name, heads);
    }
    for (const { file, offset, bytes } of use.live.values())
      this.#counting.get(journals[file]!)!.push([offset, offset + bytes]);
  }
}

function isSameJson(a: Buffer, b: Buffer): boolean {
  try {
    return JSON.stringify(JSON.parse(a.toString())) === JSON.stringify(JSON.parse(b.toString()));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function textOf({ kind, file, place }: DirectoryFault): string {
  return kind === 'remove' ? `${file} removed` : `${file} ${kind} at ${place}`;
}
