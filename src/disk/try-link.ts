import { linkSync } from './files.ts';

/** False if the file system refuses the link with one of these codes; any other error is thrown. */
export function tryLink(from: string, to: string, refusals: ReadonlySet<string>): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (refusals.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
