/** Undefined if a file is missing: a reader may come upon one that has just been removed. */
export function ignoreMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
