import { watch } from 'node:fs/promises';

/** Comes back as soon as something of such a name is made in the folder, which takes nothing until then; throws what ended before. */
export async function appears(folder: string, ended: Promise<unknown>, name = /./): Promise<void> {
  const stop = new AbortController();
  void ended.then((how) => stop.abort(new Error(`it has ended: ${JSON.stringify(how)}`)));
  try {
    for await (const { filename } of watch(folder, stop)) if (name.test(filename ?? '')) return;
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  }
}
