import { resolve } from 'node:path';
import { SteadyTime, SystemClock, type SharedTime } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { RecordingSource } from '../../sources/recording/recording-source.ts';
import type {
  PreparedSource,
  SourceDefinition,
  SourceOptions,
  SourcePlace,
} from '../../sources/source-definition.ts';
import type { Source } from '../../sources/source.ts';
import { TieredSource } from '../../sources/tiered-source.ts';
import { readTiers } from '../../reference/tier-file.ts';
import { loadSources, type SourceTable } from '../../sources/source-table.ts';
import type { Settings } from '../config/settings.ts';
import { readableIdentity } from '../directory/data-directory.ts';
import { sourceOptions } from '../directory/source-identity.ts';
import { readVersion } from '../process/version.ts';
import type { ServerAddress } from '../config/server-address.ts';
import { loadServer, type BusModule } from '../directory/server-modules.ts';

/** Which source to read, and how: plain data, for the thread that reads it. */
export interface CollectInput {
  /** URL of the module that has the table of sources. */
  readonly sources: string;
  readonly source: string;
  /** Settings that the source may read. */
  readonly options: SourceOptions;
  /** The data directory. */
  readonly folder: string;
  /** A file with an operator's own tiers. */
  readonly tiers?: string | undefined;
  /** Where everything that the source delivers is kept. */
  readonly record?: string | undefined;
  /** Where exchanges are read by collectors elsewhere: the bus over which they are heard. */
  readonly bus?: NamedBus | undefined;
  /** By which ticks are made, where that is not the machine's clock. */
  readonly time?: SharedTime | undefined;
}

/** `name`: of the service on the servers of the bus. */
export interface NamedBus extends ServerAddress {
  readonly name: string;
}

/** What a service that runs in several processes has of its own. */
export interface CollectedElsewhere {
  /** Of the service on its bus, over which collectors are heard. */
  readonly busName: string;
  readonly time: SharedTime;
}

export function collectInput(
  settings: Settings,
  sources: SourceTable,
  elsewhere?: CollectedElsewhere,
): CollectInput {
  const { source } = settings;
  const known = Object.keys(sources.named(source).settings).map((name) => [name, settings[name]] as const);
  return {
    sources: sources.module,
    source,
    options: Object.fromEntries(known),
    folder: resolve(settings.data),
    tiers: settings.tiers,
    record: settings.record,
    ...(settings.bus !== undefined &&
      elsewhere && { bus: { ...settings.bus, name: elsewhere.busName }, time: elsewhere.time }),
  };
}

/** The part that collects, in the thread that computes from what it brings: between them stands the port `Source`. */
export async function openCollect(
  { sources, source, options, folder, tiers, record, bus, time }: CollectInput,
  onTrouble: SourcePlace['onTrouble'],
): Promise<PreparedSource> {
  const table = await loadSources(sources);
  const definition = table.named(source);
  const place = { folder, onTrouble };
  const known = sourceOptions(definition, options, readableIdentity(folder));
  const prepared = bus
    ? await preparedOver(bus, time, definition, known, place)
    : await definition.prepare(known, place);
  const own = tiers === undefined ? undefined : readTiers(tiers);
  const tiered = own ? around(prepared, (opened) => new TieredSource(opened, own)) : prepared;
  return record === undefined ? tiered : recorded(tiered, definition, record, onTrouble);
}

/** The bus is loaded only where there is one; the source opens its connection and closes it. */
async function preparedOver(
  bus: NamedBus,
  time: SharedTime | undefined,
  { name, shared }: SourceDefinition,
  options: SourceOptions,
  place: SourcePlace,
): Promise<PreparedSource> {
  if (!shared) throw new OperatorError(`--source ${name} is read in one process: leave --role out`);
  const { collectLinks } = await loadServer<BusModule>(bus);
  const machine = new SystemClock();
  const clock = time ? new SteadyTime(time, machine) : machine;
  const openLink = await collectLinks(bus.address, bus.name, clock, (count, error) =>
    place.onTrouble('messages of collectors could not be handled', {
      count,
      error: error instanceof Error ? error.name : typeof error,
    }),
  );
  return shared.prepare(options, { ...place, openLink });
}

/** The same source, but for what is made of it once it is open. */
function around(prepared: PreparedSource, change: (opened: Source) => Source): PreparedSource {
  return {
    ...(prepared.past && { past: prepared.past }),
    universe: () => prepared.universe(),
    open: async (...args) => change(await prepared.open(...args)),
  };
}

/** Whatever the source, it is recorded where it delivers: before anything is made of it. */
function recorded(
  prepared: PreparedSource,
  { name: source, origin }: SourceDefinition,
  folder: string,
  onTrouble: SourcePlace['onTrouble'],
): PreparedSource {
  const version = readVersion();
  const onFailure = (error: unknown) =>
    onTrouble('what the source delivers cannot be recorded: another file begins with the next slot', {
      folder,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    });
  return around(
    prepared,
    (opened) => new RecordingSource(opened, { folder, source, origin, version, onFailure }),
  );
}
