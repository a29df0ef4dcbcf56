import type { Share } from '../../src/core/numbers/share.ts';

/** A shared log in memory, that fails as a test says. */
export class MemoryShare {
  readonly records: string[] = [];
  /** The next call stores nothing, or stores and does not answer. */
  failure: 'refused' | 'answer lost' | undefined;
  /** Runs when records are stored, before the call returns. */
  onStored: () => void | Promise<void> = () => undefined;

  readonly share: Share = async (records, after) => {
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
