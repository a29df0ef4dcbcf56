import { join } from 'node:path';
import { inputBudget } from '../../../app/pipeline/input-budget.ts';
import type { InputSettings } from '../../../app/pipeline/pipeline-messages.ts';
import { temporaryName } from '../../../app/directory/temporary-name.ts';
import { rmSync } from '../../../disk/files.ts';
import type { InputFrame, InputStore, RecordOutcome } from '../../../history/input-store.ts';
import { FileInputStore } from '../../../history/inputs/file-input-store.ts';

/** Inputs that other nodes have sent, until their ticks are stored. They are in a folder of their own, which is removed with them. */
export class ReceivedInputs implements InputStore {
  readonly #settings: InputSettings;
  readonly #folder: string;
  #store: FileInputStore | undefined;

  constructor(settings: InputSettings) {
    this.#settings = settings;
    this.#folder = join(settings.limitedFolder, temporaryName('inputs'));
  }

  /** Undefined if nothing was received. */
  get folder(): string | undefined {
    return this.#store && this.#folder;
  }

  async append(frame: InputFrame): Promise<RecordOutcome> {
    this.#store ??= FileInputStore.open({
      folder: this.#folder,
      keepMs: Infinity,
      space: inputBudget(this.#settings),
      onEvent: () => undefined,
    });
    return this.#store.append(frame);
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
