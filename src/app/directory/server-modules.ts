import type { KeyStore } from '../../auth/key-store.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { AppendShared } from '../../core/numbers/append-shared.ts';
import type { HistoryBackend } from '../../history/history-backend.ts';
import type { Fence } from '../../history/history-store.ts';
import type { StoredInputReader } from '../../history/input-store.ts';
import type { CollectLink } from '../../sources/shared/collect-link.ts';
import { compiledModule } from '../../threads/compiled-url.ts';
import type { ServerAddress } from '../config/server-address.ts';

/** Exports of the module of `settings.store`. `address` is that of the setting. */
export interface StoreModule {
  openHistoryBackend(address: string): Promise<HistoryBackend>;
  /** Recorded inputs of all nodes. Connects on the first read. */
  openInputs(address: string): Promise<StoredInputReader>;
  /** Appends to the shared log of reference data. Connects on the first append. */
  openReferenceShare(address: string, fence: Fence): Promise<AppendShared>;
  /** The keys that sign heads. */
  headKeys(address: string): Pick<KeyStore, 'read'>;
}

/** What a link to collectors reports for metrics and logs. */
export interface CollectorLinkWatch {
  /** Called at most once a minute, with how many messages the source could not handle since the last call, and the newest error. */
  unhandled(count: number, error: unknown): void;
  /** A message was rejected. */
  refused(topic: string, reason: string): void;
  /** The number of messages of a collector that were lost before the one that arrived. */
  missed(topic: string, count: number): void;
}

/** Exports of the module of `settings.bus`. `name` is the name of the service on the NATS servers. */
export interface BusModule {
  /** Resolves with a function that connects and returns the link to collectors. */
  collectLinks(
    address: string,
    name: string,
    clock: Clock,
    watch: CollectorLinkWatch,
  ): Promise<() => CollectLink>;
}

/** The module that connects to a server, with the functions that the caller needs. */
export async function loadServer<Module = StoreModule>({ module }: ServerAddress): Promise<Module> {
  return (await import(module)) as Module;
}

/** The same server, for a thread: threads load compiled modules. */
export function forThread<A extends ServerAddress>(server: A): A {
  return { ...server, module: compiledModule(server.module).href };
}
