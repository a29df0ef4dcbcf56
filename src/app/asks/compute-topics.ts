import type { InputFrame } from '../../history/input-store.ts';

/** What the leading compute node tells the others. */
export interface ComputeTopics {
  /**
   * The inputs of a tick, after it was computed. Every compute node records them. What is heard is to be checked with `frameIn`:
   * its publisher may be of another version.
   */
  readonly inputs: InputFrame;
}
