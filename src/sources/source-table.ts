import type { SourceDefinition } from './source-definition.ts';

/**
 * Sources by the name used in settings and data directories. Definitions hold functions, which cannot be sent to a
 * thread, so a thread loads the module of the table instead.
 */
export class SourceTable {
  /** URL of the module that exports the table as `SOURCES`. */
  readonly module: string;
  readonly all: readonly SourceDefinition[];

  /** The first source is the default. */
  constructor(module: string, all: readonly [SourceDefinition, ...SourceDefinition[]]) {
    this.module = module;
    this.all = all;
  }

  get names(): string[] {
    return this.all.map(({ name }) => name);
  }

  get defaultSource(): SourceDefinition {
    return this.all[0] as SourceDefinition;
  }

  find(name: string): SourceDefinition | undefined {
    return this.all.find((definition) => definition.name === name);
  }

  /** For a name that the settings have accepted. */
  get(name: string): SourceDefinition {
    const found = this.find(name);
    if (!found) throw new Error(`there is no source ${name}`);
    return found;
  }
}

/** Called in a thread, with the compiled module. */
export async function loadSources(module: string): Promise<SourceTable> {
  const { SOURCES } = (await import(module)) as { SOURCES: SourceTable };
  return SOURCES;
}
