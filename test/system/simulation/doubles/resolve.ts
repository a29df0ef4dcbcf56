import type { ResolveHook } from 'node:module';

/** Modules of the program, by the end of their address, and the double that takes the place of each. */
const DOUBLES: readonly (readonly [module: string, double: string])[] = [
  ['/src/disk/files.js', './files.js'],
  ['/src/threads/thread-calls.js', './thread-calls.js'],
];

/** Gives the program the doubles of this folder in place of disk, threads and timers. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const double = (name: string) => ({ url: new URL(name, import.meta.url).href, shortCircuit: true });
  if (specifier === 'node:timers/promises' && context.parentURL?.includes('/dist/src/'))
    return double('./timers-promises.js');
  const resolved = await next(specifier, context);
  const found = DOUBLES.find(([module]) => resolved.url.endsWith(module));
  return found ? double(found[1]) : resolved;
};
