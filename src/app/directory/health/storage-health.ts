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

/** Known damage of a data directory, held in memory so that asking for it does not touch the disk. */
export class StorageHealth {
  readonly #folder: string;
  readonly #log: Logger;
  #scrub: ScrubState = { damage: [] };
  /** Whether the check has told its state: the first one is of an earlier run. */
  #isBegun = false;
  /** Met since the last whole pass, or since the start. */
  #met = new Map<string, StorageDamage>();
  readonly #everFound = new Set<string>();
  #quarantined = 0;
  #lost: readonly LostTicks[];
  readonly #lostElsewhere: () => number;
  #use: DirectoryUse | undefined;

  /** `lostElsewhere`: ticks that a store which nodes share has lost. */
  constructor(folder: string, log: Logger, lostElsewhere: () => number = () => 0) {
    this.#folder = folder;
    this.#log = log;
    this.#lostElsewhere = lostElsewhere;
    this.#lost = readLostTicks(folder);
  }

  /** A start has found that ticks which were published are not in history. It is remembered over restarts. */
  lose(lost: LostTicks): void {
    const span = { from: formatDatetime(lost.from), to: formatDatetime(lost.to) };
    this.#log.error(span, 'published ticks are lost: restore a backup that has them, or leave the gap');
    this.#lost = [...this.#lost, lost];
    try {
      addLostTicks(this.#folder, lost);
    } catch (error) {
      // A full disk does not keep a service from starting.
      this.#log.warn({ err: error }, 'that could not be written down: after the next start it is not told');
    }
  }

  get lostTicks(): number {
    return lostSlots(this.#lost) + this.#lostElsewhere();
  }

  /** A read has come upon damage; the store tells each once. */
  met({ file, series, reason }: Damage): void {
    this.#log.error({ file, series, reason }, 'history is damaged here: it is not served');
    const what = series && { what: `${series.indexType} ${series.indexId}` };
    const damage = { file: relative(this.#folder, file), ...what, reason };
    this.#met.set(keyOf(damage), damage);
    this.#everFound.add(keyOf(damage));
  }

  setAside({ file, from, reason }: QuarantinedFile): void {
    this.#quarantined++;
    this.#log.error({ file: from, quarantine: file, reason }, 'a doubtful file was moved to quarantine');
  }

  adopted(path: string): void {
    const file = relative(this.#folder, path);
    this.#log.warn({ file }, 'the journal had lost this file: it was checked and counts again');
  }

  hear(message: FromScrub): void {
    if (message.kind === 'failed') {
      this.#log.warn({ err: message.error }, 'storage could not be checked; it is tried again');
      return;
    }
    if (message.kind === 'use') {
      this.#use = message.use;
      return;
    }
    const { state, quarantined } = message;
    const isPassOver = this.#isBegun && state.lastPassAt !== this.#scrub.lastPassAt;
    if (isPassOver) this.#met = new Map();
    this.#isBegun = true;
    for (const damage of state.damage) this.#tellOnce(damage);
    this.#scrub = state;
    this.#quarantined = quarantined;
  }

  quarantinedAtStart(files: number): void {
    this.#quarantined = files;
    if (files > 0) this.#log.warn({ files }, 'there are files in quarantine');
  }

  get damage(): StorageDamage[] {
    const found = new Map(this.#met);
    for (const damage of this.#scrub.damage) found.set(keyOf(damage), damage);
    return [...found.values()];
  }

  /** Found since the process began, whatever has become of it. */
  get everFound(): number {
    return this.#everFound.size;
  }

  /** When everything had been checked once; undefined before that. */
  get lastPassAt(): Millis | undefined {
    return this.#scrub.lastPassAt;
  }

  /** What the directory held when it was last measured; undefined before that. */
  get use(): DirectoryUse | undefined {
    return this.#use;
  }

  get quarantined(): number {
    return this.#quarantined;
  }

  #tellOnce({ file, what, reason }: StorageDamage): void {
    const key = keyOf({ file, ...(what !== undefined && { what }), reason });
    if (this.#everFound.has(key)) return;
    this.#everFound.add(key);
    this.#log.error({ file, what, reason }, 'stored data is damaged: restore the file from a backup');
  }
}

/** The same damage is told in other words by those who find it. */
function keyOf({ file, what }: StorageDamage): string {
  return `${file} ${what ?? ''}`;
}
