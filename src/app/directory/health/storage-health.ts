import { relative } from 'node:path';
import type { Logger } from 'pino';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import type { QuarantinedFile } from '../../../disk/quarantine.ts';
import type { Damage } from '../../../history/history-backend.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import type { ScrubState } from '../../../history/scrub/scrub-file.ts';
import { addLostTicks, lostSlots, readLostTicks, type LostTicks } from './lost-ticks.ts';
import type { DirectoryUse } from './directory-use.ts';
import type { FromScrub } from './scrub-messages.ts';

/** Known damage of a data directory, held in memory so that queries do not touch the disk. */
export class StorageHealth {
  readonly #folder: string;
  readonly #log: Logger;
  #scrub: ScrubState = { damage: [] };
  /** The first report of the scrub is the state of an earlier run. */
  #hasScrubReport = false;
  /** Damage that reads found since the last complete pass, or since the start. */
  #foundByReads = new Map<string, StorageDamage>();
  readonly #everFound = new Set<string>();
  #quarantined = 0;
  #lost: readonly LostTicks[];
  readonly #lostElsewhere: () => number;
  #use: DirectoryUse | undefined;

  /** `lostElsewhere` returns the number of ticks that the shared store has lost. */
  constructor(folder: string, log: Logger, lostElsewhere: () => number = () => 0) {
    this.#folder = folder;
    this.#log = log;
    this.#lostElsewhere = lostElsewhere;
    this.#lost = readLostTicks(folder);
  }

  /** Call it if a start finds that published ticks are missing from history. The record survives restarts. */
  recordLostTicks(lost: LostTicks): void {
    const span = { from: formatDatetime(lost.from), to: formatDatetime(lost.to) };
    this.#log.error(span, 'published ticks are lost: restore a backup that has them, or leave the gap');
    this.#lost = [...this.#lost, lost];
    try {
      addLostTicks(this.#folder, lost);
    } catch (error) {
      // A full disk must not prevent a start.
      this.#log.warn(
        { err: error },
        'the lost ticks could not be recorded: they are not reported after the next start',
      );
    }
  }

  get lostTicks(): number {
    return lostSlots(this.#lost) + this.#lostElsewhere();
  }

  /** Call it if a read finds damage. The store reports each damage once. */
  recordDamage({ file, series, reason }: Damage): void {
    this.#log.error({ file, series, reason }, 'history is damaged: the damaged part is not served');
    const what = series && { what: `${series.indexType} ${series.indexId}` };
    const damage = { file: relative(this.#folder, file), ...what, reason };
    this.recordDamagedFile(damage);
  }

  /** The same for a file that a start has read, and whose damage is logged there. */
  recordDamagedFile(damage: StorageDamage): void {
    this.#foundByReads.set(keyOf(damage), damage);
    this.#everFound.add(keyOf(damage));
  }

  recordQuarantined({ file, from, reason }: QuarantinedFile): void {
    this.#quarantined++;
    this.#log.error({ file: from, quarantine: file, reason }, 'an untrusted file was moved to quarantine');
  }

  recordAdopted(path: string): void {
    const file = relative(this.#folder, path);
    this.#log.warn({ file }, 'the journal did not list this file: it was checked and is used again');
  }

  onScrubMessage(message: FromScrub): void {
    if (message.kind === 'failed') {
      this.#log.warn({ err: message.error }, 'storage could not be checked; the check is retried');
      return;
    }
    if (message.kind === 'use') {
      this.#use = message.use;
      return;
    }
    const { state, quarantined } = message;
    const isPassComplete = this.#hasScrubReport && state.lastPassAt !== this.#scrub.lastPassAt;
    if (isPassComplete) this.#foundByReads = new Map();
    this.#hasScrubReport = true;
    for (const damage of state.damage) this.#logOnce(damage);
    this.#scrub = state;
    this.#quarantined = quarantined;
  }

  quarantinedAtStart(files: number): void {
    this.#quarantined = files;
    if (files > 0) this.#log.warn({ files }, 'files are in quarantine');
  }

  get damage(): StorageDamage[] {
    const found = new Map(this.#foundByReads);
    for (const damage of this.#scrub.damage) found.set(keyOf(damage), damage);
    return [...found.values()];
  }

  /** Number of damages found since the process began, repaired or not. */
  get everFound(): number {
    return this.#everFound.size;
  }

  /** End of the last complete pass; undefined before the first. */
  get lastPassAt(): Millis | undefined {
    return this.#scrub.lastPassAt;
  }

  /** The last measurement; undefined before the first. */
  get use(): DirectoryUse | undefined {
    return this.#use;
  }

  get quarantined(): number {
    return this.#quarantined;
  }

  #logOnce({ file, what, reason }: StorageDamage): void {
    const key = keyOf({ file, ...(what !== undefined && { what }), reason });
    if (this.#everFound.has(key)) return;
    this.#everFound.add(key);
    this.#log.error({ file, what, reason }, 'stored data is damaged: restore the file from a backup');
  }
}

/** Without the reason: reads and the scrub word it differently for the same damage. */
function keyOf({ file, what }: StorageDamage): string {
  return `${file} ${what ?? ''}`;
}
