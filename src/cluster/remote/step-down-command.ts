/** Carried out by the compute node that leads. */
export const STEP_DOWN_COMMAND = 'cluster.step-down';

export interface SteppedDown {
  /** The node that led. */
  readonly node: string;
  /** The last tick that it published. */
  readonly lastTick: string;
  /** Nodes that could lead. */
  readonly candidates: readonly string[];
}
