import type { BuiltInClient } from '../../../auth/client-registry.ts';
import { TokenUsage } from '../../../auth/tokens/token-usage.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Actor } from '../../directory/actor.ts';
import type { AuditEntry } from '../audit/audit-chain.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { unmadeClient, unmadeToken } from '../audit/recorded-secrets.ts';
import { usageIn, usageRecord } from '../audit/usage-entries.ts';
import { identityOf } from '../../directory/data-directory.ts';
import { migrate } from '../../directory/data-format.ts';
import type { Ownership } from './admin-access.ts';
import { recordIfPossible, type AdminParts } from './admin.ts';
import { openSecretFiles, openSecrets, type SecretStores } from './secret-stores.ts';
import { markStoreNode, refuseOtherSecrets } from '../../directory/store-node.ts';

export interface OwningParts extends Ownership {
  readonly builtIn: readonly BuiltInClient[];
  readonly isReading?: boolean;
}

export interface OpenedParts extends AdminParts {
  readonly stores: SecretStores;
}

export async function openOwnedParts(
  folder: string,
  clock: Clock,
  by: Actor,
  {
    builtIn,
    commands = [],
    holder,
    urls,
    onAudit,
    onAuditProblem = warnOfAudit,
    isReading = false,
    sharedSecrets,
    issuesTokens = sharedSecrets === undefined,
    onStoreWatching,
  }: OwningParts,
): Promise<OpenedParts> {
  await migrate(folder);
  // Throws for a directory of a newer version or of an unfinished restore, before anything is created.
  identityOf(folder);
  if (!isReading) {
    refuseOtherSecrets(folder, sharedSecrets !== undefined);
    if (sharedSecrets) markStoreNode(folder);
  }
  // Before keys are created: if keys exist and the log does not, the log was removed.
  const auditParts = { folder, clock, onRecord: onAudit, onProblem: onAuditProblem };
  const { audit, found } = isReading ? AuditLog.openToRead(auditParts) : await AuditLog.open(auditParts);
  for (const problem of found.problems) onAuditProblem(problem);
  const stores = sharedSecrets ? sharedSecrets(clock, onStoreWatching) : openSecretFiles(folder, isReading);
  const { keys, integrityKeys, clients, longLived } = await openSecrets(
    stores,
    clock,
    builtIn,
    isReading,
  ).catch(async (error: unknown) => {
    stores.close();
    await audit.close();
    throw error;
  });
  const onUnrecorded = (error: unknown, event: string) =>
    onAuditProblem(`${event} could not be recorded in the audit log: ${(error as Error).message}`);
  for (const [made, purpose] of [
    [keys, {}],
    [integrityKeys, { purpose: 'integrity' }],
  ] as const) {
    if (!made.isNew) continue;
    const created = { event: 'keys.create', details: { kid: made.current.kid, ...purpose }, by };
    await recordIfPossible({ audit, onUnrecorded }, created);
  }
  // With shared stores, another node may have removed a missing client or token.
  const unmade =
    isReading || stores.shared
      ? undefined
      : (unmadeClient(found.entries, clients.list()) ?? unmadeToken(found.entries, longLived.list()));
  if (unmade) {
    onAuditProblem(notMade(unmade));
    await recordIfPossible(
      { audit, onUnrecorded },
      { event: `${unmade.event}.failed`, details: unmade.details, by },
    );
  }
  const usage = new TokenUsage(
    clock,
    usageIn(found.entries),
    (period) => void recordIfPossible({ audit, onUnrecorded }, usageRecord(period)),
  );
  return {
    stores,
    keys,
    integrityKeys,
    clients,
    longLived,
    clock,
    urls,
    usage,
    issuesTokens,
    audit,
    onUnrecorded,
    commands: new Map(commands),
    holder,
  };
}

function notMade({ event, details }: AuditEntry): string {
  if (event === 'clients.token')
    return (
      `token ${String(details['token'])} was recorded as made, but is not in long-lived-tokens.json because of a crash: ` +
      'the audit log now records that it was not made'
    );
  return (
    `client ${String(details['client'])} was recorded as added, but is not in clients.json because of a crash: the audit log now ` +
    'records that it was not added. If its secret was given out, clients.json was replaced by an older version: restore ' +
    'the newest one'
  );
}

const warnOfAudit = (problem: string) => process.emitWarning(problem);
