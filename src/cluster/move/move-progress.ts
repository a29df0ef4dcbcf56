/** What is being done, and how far it is, for people who wait. */
export interface MoveStep {
  readonly work: 'move' | 'compare';
  /** Such as a day. */
  readonly what: string;
  readonly done: number;
  readonly all: number;
}

export type OnStep = (step: MoveStep) => void;
