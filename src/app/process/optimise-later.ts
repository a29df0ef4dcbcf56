import { setFlagsFromString } from 'node:v8';

/** Flags that say after how much work in a function V8 optimises it: eight times the usual, and the usual. */
export interface Optimising {
  readonly later: string;
  readonly asUsual: string;
}

/** Undefined where this version of Node is not known: a flag that V8 does not have would be complained of. */
export function optimisingOf(nodeVersion: string): Optimising | undefined {
  const major = Number.parseInt(nodeVersion, 10);
  if (major >= 20 && major < 22)
    return { later: '--interrupt-budget=540672', asUsual: '--interrupt-budget=67584' };
  if (major >= 22 && major <= 24)
    return {
      later: '--invocation-count-for-turbofan=24000',
      asUsual: '--invocation-count-for-turbofan=3000',
    };
  return undefined;
}

/**
 * Has V8 optimise functions later, in all threads of the process, until what it gives back is called. A start runs much code for a
 * moment only: optimising it, beside threads that need the same cores, takes a third of all CPU until the service is ready. What
 * serves is optimised as usual.
 */
export function optimiseLater(): () => void {
  const optimising = optimisingOf(process.versions.node);
  if (!optimising) return () => undefined;
  setFlagsFromString(optimising.later);
  return () => setFlagsFromString(optimising.asUsual);
}
