import { SystemClock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { Credentials } from '../credentials/credentials.ts';
import { Database } from '../postgres/database.ts';
import { secretsError } from '../postgres/secrets/secrets-error.ts';
import type { RevocationKeeper } from '../postgres/secrets/revocations.ts';
import { KnownRevocations, REVOCATIONS_FILE } from '../secrets/known-revocations.ts';
import { secretTables } from '../secrets/secret-tables.ts';

/** Resolves with what was revoked again, in words. */
export async function revokeAgain(folder: string, nodes: readonly string[]): Promise<readonly string[]> {
  const credentials = Credentials.read(folder);
  if (credentials.role !== 'operator')
    throw new OperatorError(
      `${folder} are credentials of the role ${credentials.role}: name those of the operator`,
    );
  const known = nodes.map(knowledgeOf);
  const database = new Database({ ...credentials.store(), connections: 2 });
  try {
    const changes: string[] = [];
    for (const each of known) changes.push(...(await applied(database, each)));
    return changes;
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

async function applied(database: Database, known: KnownRevocations): Promise<readonly string[]> {
  const changes: string[] = [];
  const keeper: RevocationKeeper = {
    known: (topic) => known.known(topic),
    // The file belongs to its node.
    keep: () => undefined,
    revokedAgain: (_topic, made) => changes.push(...made),
  };
  const secrets = secretTables(database, { openRevocations: () => keeper, role: undefined })(
    new SystemClock(),
  );
  try {
    await secrets.openClients();
    await secrets.shared?.look();
    return changes;
  } finally {
    secrets.close();
  }
}
