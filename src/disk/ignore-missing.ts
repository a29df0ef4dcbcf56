/** Returns undefined if the file is missing: a reader may try to open a file that has just been removed. */
export function ignoreMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
