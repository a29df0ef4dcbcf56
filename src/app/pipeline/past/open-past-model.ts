import type { PastInput, PastModel } from '../../../sources/past.ts';
import { loadSources } from '../../../sources/source-table.ts';

/** What a past is modelled from, and the module of the table that its source is in. */
export interface SourcePast extends PastInput {
  readonly sources: string;
}

/** For a thread: it finds the model through the table of sources. */
export async function openPastModel({ sources, source, input }: SourcePast): Promise<PastModel> {
  const definition = (await loadSources(sources)).named(source);
  if (!definition.openPast) throw new Error(`the source ${source} has no past`);
  return definition.openPast(input);
}
