import type { PastInput, PastModel } from '../../../sources/past.ts';
import { loadSources } from '../../../sources/source-table.ts';

/** Input for modelling a past, and the module with the table of sources. */
export interface SourcePast extends PastInput {
  readonly sources: string;
}

/** For threads: finds the model through the table of sources. */
export async function openPastModel({ sources, source, input }: SourcePast): Promise<PastModel> {
  const definition = (await loadSources(sources)).get(source);
  if (!definition.openPast) throw new Error(`the source ${source} has no past`);
  return definition.openPast(input);
}
