import { watch } from 'node:fs/promises';

/** Comes back as soon as something of such a name is made in the folder, which takes nothing until then. */
export async function appears(folder: string, name = /./): Promise<void> {
  for await (const { filename } of watch(folder)) if (name.test(filename ?? '')) return;
}
