import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The Chromium that the browser tests also use. Benchmarks run from the root of the repository. Throws if there is none. */
export async function chromiumPath(): Promise<string> {
  // Scripts are not part of the build, which puts benchmarks elsewhere.
  const script = pathToFileURL(resolve('scripts/system-suites.mjs')).href;
  const { chromiumProgram } = (await import(script)) as { chromiumProgram: () => string | undefined };
  const program = chromiumProgram();
  if (program === undefined) throw new Error('there is no Chromium: apt-get install chromium-headless-shell');
  return program;
}
