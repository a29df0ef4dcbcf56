import type { AppendShared } from '../../src/core/numbers/append-shared.ts';

/** A shared log in memory with failures that a test sets. */
export class MemoryShare {
  readonly records: string[] = [];
  /** The next call stores nothing, or stores without a reply. */
  failure: 'refused' | 'answer lost' | undefined;
  /** Called when records are stored, before the call returns. */
  onStored: () => void | Promise<void> = () => undefined;

  readonly share: AppendShared = async (records, after) => {
    const failure = this.failure;
    this.failure = undefined;
    if (failure === 'refused') throw new Error('refused');
    const given = records.map((record) => Buffer.from(record).toString('latin1'));
    const there = this.records.slice(after);
    if (after > this.records.length || there.some((record, i) => record !== given[i]))
      throw new Error(`not what is behind ${after}`);
    this.records.push(...given.slice(there.length));
    await this.onStored();
    if (failure === 'answer lost') throw new Error('answer lost');
  };
}
