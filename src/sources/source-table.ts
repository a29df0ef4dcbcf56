import type { SourceDefinition } from './source-definition.ts';

/**
 * Sources by the name that settings and data directories have for them. Definitions hold functions, which no thread can
 * be handed: a thread loads the module of the table instead.
 */
export class SourceTable {
  /** URL of the module that exports the table as `SOURCES`. */
  readonly module: string;
  readonly all: readonly SourceDefinition[];

  /** The first source is the usual one. */
  constructor(module: string, all: readonly [SourceDefinition, ...SourceDefinition[]]) {
    this.module = module;
    this.all = all;
  }

  get names(): string[] {
    return this.all.map(({ name }) => name);
  }

  get usual(): SourceDefinition {
    return this.all[0] as SourceDefinition;
  }

  /** Undefined where the table has no such source. */
  find(name: string): SourceDefinition | undefined {
    return this.all.find((definition) => definition.name === name);
  }

  /** Of a name that settings have let through. */
  named(name: string): SourceDefinition {
    const found = this.find(name);
    if (!found) throw new Error(`there is no source ${name}`);
    return found;
  }
}

/** In a thread, from the compiled module. */
export async function loadSources(module: string): Promise<SourceTable> {
  const { SOURCES } = (await import(module)) as { SOURCES: SourceTable };
  return SOURCES;
}
