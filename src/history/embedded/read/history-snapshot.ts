import { existsSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { adoptUncontested } from '../recovery/adoption.ts';
import { DamageReports, type Damage, type OnDamage } from '../damage.ts';
import { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { recover } from '../recovery/recovery.ts';
import { StoreContent } from '../store-content.ts';
import { StoreFolders } from '../store-folders.ts';
import { EmbeddedReader, type StoreView } from './embedded-reader.ts';
import { TickReader } from './tick-reader.ts';

/** What is lost in so many looks is lost: it was not just being tidied away. */
const MOST_LOOKS = 3;

interface View extends StoreView {
  /** Found since the view was taken. */
  readonly damage: Damage[];
}

/**
 * What a store holds at an instant, for a process that does not own it: nothing is changed, and another process may go on
 * writing. Files that are tidied away or joined meanwhile are found again in their new place by looking anew.
 */
export class HistorySnapshot extends EmbeddedReader {
  readonly #folders: StoreFolders;
  readonly #onDamage: OnDamage;
  readonly #reads = new SerialQueue();
  #view: View;

  private constructor(folders: StoreFolders, onDamage: OnDamage) {
    super();
    this.#folders = folders;
    this.#onDamage = onDamage;
    this.#view = this.#look();
  }

  static open(folder: string, onDamage: OnDamage): HistorySnapshot {
    const folders = new StoreFolders(folder);
    if (!existsSync(folders.journal)) throw new OperatorError(`there is no history in ${folder}`);
    return new HistorySnapshot(folders, onDamage);
  }

  close(): Promise<void> {
    return this.#reads.run(async () => this.#closeFiles());
  }

  /** One after the other: where one finds something missing, the files are opened anew. */
  protected override read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    return this.#reads.run(() => this.#readOnce(work));
  }

  async #readOnce<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    const result = await work(this.#view);
    if (this.#view.damage.length === 0) return result;
    this.#closeFiles();
    this.#view = this.#look();
    const again = await work(this.#view);
    for (const damage of this.#view.damage.splice(0)) this.#onDamage(damage);
    return again;
  }

  #closeFiles(): void {
    this.#view.content.segments.close();
  }

  #look(): View {
    for (let looks = 1; ; looks++) {
      const view = this.#tryToLook(looks === MOST_LOOKS);
      if (view) return view;
    }
  }

  /** Undefined where something is missing, unless this is the last look: then the rest is taken as it is. */
  #tryToLook(isLast: boolean): View | undefined {
    const damage: Damage[] = [];
    const content = new StoreContent(this.#folders, new DamageReports((found) => void damage.push(found)));
    try {
      const onLoss = (path: string, loss: string) => content.damage.report(path, loss);
      const entries: JournalEntry[] = [];
      Journal.read({ folder: this.#folders.journal, onLoss }, (entry) => void entries.push(entry));
      const recovery = recover(content, entries);
      if (damage.length > 0 && !isLast) return undefined;
      if (damage.length > 0) adoptUncontested(content, recovery);
    } catch (error) {
      if (isLast || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
    return { content, reader: new TickReader(content.series, content.spans, content.segments), damage };
  }
}
