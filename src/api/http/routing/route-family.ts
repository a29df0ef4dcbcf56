import type { Call } from './call.ts';

/** Paths with a common beginning, known or unknown ones, that need other treatment than the contract's. */
export interface RouteFamily {
  readonly prefix: string;
  /** Called for each request before anything else. */
  readonly begin: (call: Call) => void;
  /** Answers errors. */
  readonly fail: (thrown: unknown, call: Call) => void;
}
