import { setFlagsFromString } from 'node:v8';

/** V8 flags that set how much a function has to run before V8 optimises it. */
interface OptimisationFlags {
  /** Eight times the default. */
  readonly delayed: string;
  readonly normal: string;
}

/** Undefined for an unknown version of Node: V8 prints a warning for a flag that it does not have. */
export function optimisationFlags(nodeVersion: string): OptimisationFlags | undefined {
  const major = Number.parseInt(nodeVersion, 10);
  if (major >= 20 && major < 22)
    return { delayed: '--interrupt-budget=540672', normal: '--interrupt-budget=67584' };
  if (major >= 22 && major <= 24)
    return {
      delayed: '--invocation-count-for-turbofan=24000',
      normal: '--invocation-count-for-turbofan=3000',
    };
  return undefined;
}

/**
 * Delays V8's optimisation in all threads of the process until the returned function is called. A start runs
 * most of its code only briefly: optimising that code takes a third of all CPU until the service is ready.
 */
export function delayOptimisation(): () => void {
  const flags = optimisationFlags(process.versions.node);
  if (!flags) return () => undefined;
  setFlagsFromString(flags.delayed);
  return () => setFlagsFromString(flags.normal);
}
