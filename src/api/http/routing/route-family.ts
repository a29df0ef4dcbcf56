import type { Call } from './call.ts';

/** Paths, known or unknown ones, that need other treatment than the contract's. */
export interface RouteFamily {
  /** Matches the decoded paths of its requests, without a trailing slash. The first family that matches takes the request. */
  readonly pattern: RegExp;
  /** Called for each request before anything else. */
  readonly begin?: (call: Call) => void;
  /** Answers errors. */
  readonly fail: (thrown: unknown, call: Call) => void;
}
