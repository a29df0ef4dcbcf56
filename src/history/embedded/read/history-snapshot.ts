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

/** A loss that persists for this many attempts is real, and not caused by files being tidied away. */
const MAX_ATTEMPTS = 3;

interface View extends StoreView {
  /** Damage found since the view was created. */
  readonly damage: Damage[];
}

/**
 * The content of a store at an instant, for a process that does not own it. Nothing is changed, and another process may continue
 * to write. If files are tidied away or joined in the meantime, the view is created again from their new places.
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
    this.#view = this.#openView();
  }

  static open(folder: string, onDamage: OnDamage): HistorySnapshot {
    const folders = new StoreFolders(folder);
    if (!existsSync(folders.journal)) throw new OperatorError(`there is no history in ${folder}`);
    return new HistorySnapshot(folders, onDamage);
  }

  close(): Promise<void> {
    return this.#reads.run(async () => this.#closeFiles());
  }

  /** Runs reads one after another. If one finds something missing, the files are opened again. */
  protected override read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    return this.#reads.run(() => this.#readOnce(work));
  }

  async #readOnce<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    const result = await work(this.#view);
    if (this.#view.damage.length === 0) return result;
    this.#closeFiles();
    this.#view = this.#openView();
    const again = await work(this.#view);
    for (const damage of this.#view.damage.splice(0)) this.#onDamage(damage);
    return again;
  }

  #closeFiles(): void {
    this.#view.content.segments.close();
  }

  #openView(): View {
    for (let attempts = 1; ; attempts++) {
      const view = this.#tryToOpen(attempts === MAX_ATTEMPTS);
      if (view) return view;
    }
  }

  /** Undefined if something is missing, unless this is the last attempt: then the rest is used. */
  #tryToOpen(isLast: boolean): View | undefined {
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
