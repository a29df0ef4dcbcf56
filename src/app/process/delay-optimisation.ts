import { setFlagsFromString } from 'node:v8';

/** V8 flags for the amount of work after which a function is optimised: eight times the default, and the default. */
export interface Optimising {
  readonly later: string;
  readonly normal: string;
}

/** Undefined for an unknown version of Node: V8 prints a warning for a flag that it does not have. */
export function optimisingOf(nodeVersion: string): Optimising | undefined {
  const major = Number.parseInt(nodeVersion, 10);
  if (major >= 20 && major < 22)
    return { later: '--interrupt-budget=540672', normal: '--interrupt-budget=67584' };
  if (major >= 22 && major <= 24)
    return {
      later: '--invocation-count-for-turbofan=24000',
      normal: '--invocation-count-for-turbofan=3000',
    };
  return undefined;
}

/**
 * Delays V8's optimisation in all threads of the process until the returned function is called. A start runs
 * most of its code only briefly: optimising that code takes a third of all CPU until the service is ready.
 */
export function delayOptimisation(): () => void {
  const optimising = optimisingOf(process.versions.node);
  if (!optimising) return () => undefined;
  setFlagsFromString(optimising.later);
  return () => setFlagsFromString(optimising.normal);
}
