import { SystemClock } from '../../core/clocks/clock.ts';
import { acquireDirectory } from '../../app/operate/control/admin-access.ts';
import { recordIfPossible } from '../../app/operate/control/admin.ts';
import { openDataDirectory } from '../../app/directory/data-directory.ts';
import { OperatorError } from '../../core/errors.ts';
import { Credentials } from '../credentials/credentials.ts';
import { Database } from '../postgres/database.ts';
import { secretsError } from '../postgres/secrets/secrets-error.ts';
import type { RevocationKeeper } from '../postgres/secrets/revocations.ts';
import { KnownRevocations, REVOCATIONS_FILE } from '../secrets/known-revocations.ts';
import { secretTables } from '../secrets/secret-tables.ts';

export interface RevokedAgain {
  readonly topic: string;
  /** In words. */
  readonly changes: readonly string[];
}

/** Resolves with what was revoked again. The audit log of the data directory `data` records it. */
export async function revokeAgain(
  folder: string,
  nodes: readonly string[],
  data: string,
): Promise<readonly RevokedAgain[]> {
  const credentials = Credentials.read(folder);
  if (credentials.role !== 'operator')
    throw new OperatorError(
      `${folder} are credentials of the role ${credentials.role}: name those of the operator`,
    );
  const known = nodes.map(knowledgeOf);
  const database = new Database({ ...credentials.store(), connections: 2 });
  try {
    const clock = new SystemClock();
    const sharedSecrets = secretTables(database);
    const path = openDataDirectory(data);
    const directory = await acquireDirectory(path, clock, [], { holder: 'tidemark cluster', sharedSecrets });
    try {
      const revoked: RevokedAgain[] = [];
      for (const each of known) revoked.push(...(await applied(database, each)));
      for (const { topic, changes } of revoked)
        await recordIfPossible(directory, { event: 'secrets.revoked-again', details: { topic, changes } });
      return revoked;
    } finally {
      await directory.close();
    }
  } catch (error) {
    throw secretsError(error, true);
  } finally {
    await database.close();
  }
}

function knowledgeOf(node: string): KnownRevocations {
  const problems: string[] = [];
  const known = new KnownRevocations({
    folder: node,
    onRevokedAgain: () => undefined,
    onProblem: (problem) => problems.push(problem),
  });
  if (problems.length === 0 && known.isEmpty) problems.push('does not exist');
  if (problems.length > 0)
    throw new OperatorError(`${REVOCATIONS_FILE} in ${node} cannot be used: it ${problems.join(', ')}`);
  return known;
}

async function applied(database: Database, known: KnownRevocations): Promise<readonly RevokedAgain[]> {
  const revoked: RevokedAgain[] = [];
  const keeper: RevocationKeeper = {
    known: (topic) => known.known(topic),
    // The file belongs to its node.
    keep: () => undefined,
    revokedAgain: (topic, changes) => revoked.push({ topic, changes }),
  };
  const secrets = secretTables(database, { openRevocations: () => keeper, role: undefined })(
    new SystemClock(),
  );
  try {
    await secrets.openClients();
    await secrets.shared?.look();
    return revoked;
  } finally {
    secrets.close();
  }
}
