import { watch } from 'node:fs/promises';

/**
 * Resolves as soon as a file with a matching name appears in the folder, without polling; throws if the process ends
 * before.
 */
export async function appears(folder: string, ended: Promise<unknown>, name = /./): Promise<void> {
  const stop = new AbortController();
  void ended.then((how) => stop.abort(new Error(`it has ended: ${JSON.stringify(how)}`)));
  try {
    for await (const { filename } of watch(folder, stop)) if (name.test(filename ?? '')) return;
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  }
}
