import type { Client } from '../../auth/client-store.ts';
import type { KeyFileName } from '../../auth/key-file.ts';
import type { AuditEntry } from './audit-chain.ts';
import { usageIn } from './usage-entries.ts';

/** What entries of the audit log say that the files of clients and keys must hold. */
export interface RecordedSecrets {
  /** By id: what was last done to a client. Those whose last change failed are not in it. */
  readonly clients: ReadonlyMap<string, 'enabled' | 'disabled' | 'removed'>;
  /** The key that each file got last. */
  readonly keys: ReadonlyMap<KeyFileName, string>;
}

const CLIENT_EVENTS = {
  'clients.add': 'enabled',
  'clients.disable': 'disabled',
  'clients.remove': 'removed',
} as const;

export function recordedSecrets(entries: readonly AuditEntry[]): RecordedSecrets {
  const clients = new Map<string, 'enabled' | 'disabled' | 'removed'>();
  const keys = new Map<KeyFileName, string>();
  for (const { event, details } of entries) {
    const { client, kid, purpose } = details;
    if (event === 'clients.reseal') clients.clear();
    if (typeof client === 'string' && event.endsWith('.failed')) clients.delete(client);
    if (typeof client === 'string' && event in CLIENT_EVENTS)
      clients.set(client, CLIENT_EVENTS[event as keyof typeof CLIENT_EVENTS]);
    const isIntegrity = purpose === 'integrity' || event.startsWith('keys.rotate-integrity');
    const file = isIntegrity ? 'integrity-keys.json' : 'signing-keys.json';
    if (typeof kid !== 'string' || !event.startsWith('keys.')) continue;
    if (event.endsWith('.failed')) keys.delete(file);
    else keys.set(file, kid);
  }
  return { clients, keys };
}

/**
 * The entry of a client that was added last and is not there, where nothing tells that it ever was: neither a later change of
 * clients nor a token. A crash came between the entry and the change; doing it again would make another client.
 */
export function addNotMade(
  entries: readonly AuditEntry[],
  clients: readonly Pick<Client, 'id'>[],
): AuditEntry | undefined {
  const last = entries.findLast(({ event }) => event.startsWith('clients.'));
  const id = last?.details['client'];
  if (last?.event !== 'clients.add' || typeof id !== 'string') return undefined;
  return clients.some((client) => client.id === id) || usageIn(entries).has(id) ? undefined : last;
}

/**
 * Where clients are other than was recorded, as in a file that was put back to an older state. Clients that were never
 * recorded were made before there was a log.
 */
export function unrecordedChanges(clients: readonly Client[], recorded: RecordedSecrets): string[] {
  const found = new Map(clients.map((client) => [client.id, client]));
  return [...recorded.clients].flatMap(([id, state]) => {
    const client = found.get(id);
    if (state === 'removed') return client ? [`client ${id} was removed, and is in it`] : [];
    if (!client) return [`client ${id} was added, and is not in it`];
    return state === 'disabled' && !client.disabled ? [`client ${id} was disabled, and is not in it`] : [];
  });
}
