/** Run by the leading compute node. */
export const STEP_DOWN_COMMAND = 'cluster.step-down';

export interface SteppedDown {
  /** The former leader. */
  readonly node: string;
  /** The last tick that it published. */
  readonly lastTick: string;
  /** Nodes that can lead now. */
  readonly candidates: readonly string[];
}
