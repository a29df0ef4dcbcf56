import type { KeyStore } from '../../auth/key-store.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { AppendShared } from '../../core/numbers/append-shared.ts';
import type { HistoryBackend } from '../../history/history-backend.ts';
import type { Fence } from '../../history/history-store.ts';
import type { StoredInputReader } from '../../history/input-store.ts';
import type { CollectLink } from '../../sources/shared/collect-link.ts';
import { compiledModule } from '../../threads/compiled-url.ts';
import type { ServerAddress } from '../config/server-address.ts';

/** Exports of the module that `settings.store` names. `address` is the address in that setting. */
export interface StoreModule {
  openHistoryBackend(address: string): Promise<HistoryBackend>;
  /** Recorded inputs of all nodes. Connects on the first read. */
  openInputs(address: string): Promise<StoredInputReader>;
  /** Appends to the shared log of reference data. Connects on the first append. */
  openReferenceShare(address: string, fence: Fence): Promise<AppendShared>;
  /** The keys that sign heads. */
  headKeys(address: string): Pick<KeyStore, 'read'>;
}

/** Called by a link to collectors, for metrics and logs. */
export interface CollectorLinkWatch {
  /** Called at most once a minute. `count` is the number of messages since the last call that the source could not handle. */
  unhandled(count: number, error: unknown): void;
  /** A message was rejected. */
  refused(topic: string, reason: string): void;
  /** `count` messages of a collector were lost before the one that arrived. */
  missed(topic: string, count: number): void;
}

/** Exports of the module that `settings.bus` names. `name` is the name of the service on the NATS servers. */
export interface BusModule {
  /** Resolves with a function that connects and returns the link to collectors. */
  collectLinks(
    address: string,
    name: string,
    clock: Clock,
    watch: CollectorLinkWatch,
  ): Promise<() => CollectLink>;
}

/** Imports the module that connects to a server. The caller names the exports that it uses. */
export async function loadServer<Module = StoreModule>({ module }: ServerAddress): Promise<Module> {
  return (await import(module)) as Module;
}

/** The address to pass to a thread: threads load compiled modules. */
export function forThread<A extends ServerAddress>(server: A): A {
  return { ...server, module: compiledModule(server.module).href };
}
