import { resolve } from 'node:path';
import { SteadyClock, SystemClock, type SharedClockOffset } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { RecordingSource } from '../../sources/recording/recording-source.ts';
import type {
  PreparedSource,
  SourceDefinition,
  SourceOptions,
  SourceContext,
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
import { loadServer, type BusModule, type CollectorLinkWatch } from '../directory/server-modules.ts';

/** Which source to read, and how. Plain data, for the thread that reads it. */
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
  /** Folder for recording everything that the source delivers. */
  readonly record?: string | undefined;
  /** Set if collectors in other processes read the exchanges: the bus that carries their messages. */
  readonly bus?: NamedBus | undefined;
  /** Clock for ticks, if it is not the machine's clock. */
  readonly time?: SharedClockOffset | undefined;
}

/** `name` is the name of the service on the bus servers. */
export interface NamedBus extends ServerAddress {
  readonly name: string;
}

/** Called with what the link to collectors reports. */
export type BusReports = Pick<CollectorLinkWatch, 'refused' | 'missed'>;

/** Inputs that only a service with several processes has. */
export interface CollectedElsewhere extends BusReports {
  /** Name of the service on the bus that carries the collectors' messages. */
  readonly busName: string;
  readonly time: SharedClockOffset;
}

export function collectInput(
  settings: Settings,
  sources: SourceTable,
  elsewhere?: Pick<CollectedElsewhere, 'busName' | 'time'>,
): CollectInput {
  const { source } = settings;
  const known = Object.keys(sources.get(source).settings).map((name) => [name, settings[name]] as const);
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

/** Opens the collecting part, in the thread that computes from it. The port between the two is `Source`. */
export async function openCollect(
  { sources, source, options, folder, tiers, record, bus, time }: CollectInput,
  onWarning: SourceContext['onWarning'],
  reports: BusReports = { refused: () => undefined, missed: () => undefined },
): Promise<PreparedSource> {
  const table = await loadSources(sources);
  const definition = table.get(source);
  const place = { folder, onWarning };
  const known = sourceOptions(definition, options, readableIdentity(folder));
  const prepared = bus
    ? await preparedOver(bus, time, definition, known, { ...place, reports })
    : await definition.prepare(known, place);
  const own = tiers === undefined ? undefined : readTiers(tiers);
  const tiered = own ? wrapped(prepared, (opened) => new TieredSource(opened, own)) : prepared;
  return record === undefined ? tiered : recorded(tiered, definition, record, onWarning);
}

/** Loads the bus module only if there is a bus. The source opens and closes the connection. */
async function preparedOver(
  bus: NamedBus,
  time: SharedClockOffset | undefined,
  { name, shared }: SourceDefinition,
  options: SourceOptions,
  { reports, ...place }: SourceContext & { readonly reports: BusReports },
): Promise<PreparedSource> {
  if (!shared) throw new OperatorError(`--source ${name} works only in a single process: remove --role`);
  const { collectLinks } = await loadServer<BusModule>(bus);
  const machine = new SystemClock();
  const clock = time ? new SteadyClock(time, machine) : machine;
  const openLink = await collectLinks(bus.address, bus.name, clock, {
    ...reports,
    unhandled: (count, error) =>
      place.onWarning('messages of collectors could not be handled', {
        count,
        error: error instanceof Error ? error.name : typeof error,
      }),
  });
  return shared.prepare(options, { ...place, openLink });
}

/** The same source, wrapped when it opens. */
function wrapped(prepared: PreparedSource, wrap: (opened: Source) => Source): PreparedSource {
  return {
    ...(prepared.past && { past: prepared.past }),
    universe: () => prepared.universe(),
    open: async (...args) => wrap(await prepared.open(...args)),
  };
}

/** Records what the source delivers, before anything is computed from it. */
function recorded(
  prepared: PreparedSource,
  { name: source, origin }: SourceDefinition,
  folder: string,
  onWarning: SourceContext['onWarning'],
): PreparedSource {
  const version = readVersion();
  const onFailure = (error: unknown) =>
    onWarning('the data of the source could not be recorded: a new file begins with the next slot', {
      folder,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    });
  return wrapped(
    prepared,
    (opened) => new RecordingSource(opened, { folder, source, origin, version, onFailure }),
  );
}
