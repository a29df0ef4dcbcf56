import type { TroubleArea } from '../trouble.ts';

export const DATABASE: TroubleArea = {
  title: 'Cluster: the database',
  troubles: [
    {
      slug: 'database-away',
      messages: [
        'the database of --store does not respond: this node starts once it does',
        'the store is unavailable or accepts no writes',
        'the store does not respond: {code}',
        'the database does not respond: each collector keeps its exchanges',
        'the database of clients and keys does not respond ({code})',
        'the database of clients and keys does not respond ({code}): the change may or may not have been made, check before you try again',
      ],
      cause:
        'PostgreSQL is down, cannot be reached, accepts no writes (a standby, or commits that hang), or has no free connection.',
      remedy:
        'Check the server ([PostgreSQL](cluster-failures.md#postgresql), [commits that hang](cluster-database.md#when-commits-hang)). Nodes continue on their own when it responds again.',
    },
    {
      slug: 'database-refuses',
      messages: [
        'the database cannot be used: {reason}',
        'the database of --store cannot be used: {reason}',
        'the database of clients and keys rejected the statement (SQLSTATE {code}): see the log of the database',
      ],
      cause: 'User, password, name, privilege or TLS is wrong.',
      remedy:
        'Correct what the message names ([set it up](cluster-database.md#set-it-up), [TLS](cluster-security.md#tls)).',
    },
    {
      slug: 'database-not-prepared',
      messages: [
        'the database lacks the tables of this version: first run tidemark cluster migrate with the credentials of the operator',
        'the database lacks the roles {roles}: first run database.sql, which tidemark cluster init wrote',
        'the database of --store lacks the tables of this version in the schema {schema}: check --store, or start a node on it first',
      ],
      cause: 'A step of the installation or of the upgrade is missing, or `--store` names another schema.',
      remedy:
        'Run the step that the message names ([set it up](cluster-database.md#set-it-up), [upgrade](upgrade.md#upgrade-a-cluster)).',
    },
    {
      slug: 'store-outdated',
      messages: ['the database of --store is older than what this node has read: it is not read'],
      cause:
        'The address of `--store` leads to a former primary, or the database was restored to an earlier moment and no compute node has led since. Clients, keys and tokens are not read from it either: after `--max-secrets-age`, tokens not accepted before are rejected.',
      remedy:
        'Stop the former primary, or make the address lead to the new one ([one address](cluster-database.md#give-nodes-one-address)). After a restore, start a compute node: reads go on once it leads. Restart serving nodes only if the clock of the restored server is behind.',
    },
    {
      slug: 'store-lost-ticks',
      messages: [
        'the store has lost acknowledged ticks: this process starts again, and stores those that it still has again',
        'the store has lost ticks that no compute node has: their slots are now gaps',
        'the store has lost ticks, which are stored again',
        'the store has lost ticks that no running compute node has: others have {seconds} s to start',
        'other compute nodes have given back ticks that the store has lost',
        'a lost tick could not be taken from another node: it and later ones stay gaps',
        'inputs from another node cannot be written',
        'other nodes know heads that no known key has signed, or that are dated in the future: they do not count',
        'the store has lost ticks that were read here: their cached values are dropped',
        'ticks were computed and could not be stored before their leader was gone: they are gaps',
      ],
      cause:
        'The database was restored to an earlier moment, or a standby without the last commits was promoted.',
      remedy:
        'Keep all compute nodes running: they store the ticks that they still have. To prevent the loss, use a synchronous standby ([lost commits](cluster-failures.md#postgresql-lost-commits)).',
    },
    {
      slug: 'shared-logs',
      messages: [
        'the shared logs cannot be copied, retrying',
        'the copy of a shared log was wrong: it was quarantined and copied again',
        'the shared log has contracts that cannot be read',
      ],
      cause:
        'The copy of a log of the database cannot be read or written here, or differs from the log, for example after the database was restored.',
      remedy:
        'Nothing if the log says that it was copied again. Otherwise check the disk of the node and the database. Contracts that cannot be read were written by a newer version.',
    },
    {
      slug: 'secrets-too-old',
      messages: [
        'clients and tokens in the database could not be read for longer than --max-secrets-age: tokens not accepted before are rejected',
      ],
      cause:
        'The database cannot be reached, so this node does not know which tokens have been revoked since.',
      remedy:
        'Bring the database back ([revoked tokens](cluster-failures.md#revoked-tokens-while-postgresql-is-away)).',
    },
    {
      slug: 'database-restored',
      messages: [
        'the database was restored to an earlier moment: the revocations that this node knows were applied again',
        'the database was restored to an earlier moment than this node knows, and may accept revoked clients, tokens or keys: {advice}',
        'if the database is restored, revoked tokens may become valid again',
      ],
      cause:
        'The database is older than what a node remembers in `revocations.json`, or this file cannot be written or read.',
      remedy:
        'Follow [the recovery](recover.md#recover-to-a-moment). If the cluster has credentials, run `tidemark cluster revoke-again`.',
    },
    {
      slug: 'credentials-unusable',
      messages: [
        '{folder} has no key of the role {role}',
        '{file}: the address of {server} is invalid: {reason}',
        'these are credentials of the operator, not of a node',
        'the credentials {path} cannot be read ({code})',
        '{file} in {folder} cannot be used: it {problems}',
        'this node has no access to clients, keys and tokens',
      ],
      cause: '`--cluster-credentials` names a folder that is incomplete, damaged, or of another role.',
      remedy:
        'Copy the whole folder of the role again from where `tidemark cluster init` ran ([credentials](cluster-security.md#make-credentials)).',
    },
    {
      slug: 'leader-away',
      messages: [
        'the leading compute node cannot be asked, because the bus has no connection to its servers: try again when it has',
        'no compute node leads at the moment, or it does not reply ({reason}): try again in a moment',
        'no compute node leads at the moment: try again in a moment',
        'a compute node leads, but it did not reply ({reason}): it may be receiving more questions than it takes. Try again in a moment',
        'the leading compute node could not run the command: {reason}',
        'the leading compute node could not run {command}: see its log',
        'the leading compute node does not know the command {command}: it may run another version',
        'the leading compute node accepted the command {command} but did not reply ({reason}): it may or may not have run. Check before you run it again.',
        'this node no longer leads',
      ],
      cause:
        'The leading compute node runs this command. It is changing, cannot be reached, or had an error.',
      remedy:
        'Find it ([see which node leads](cluster-operations.md#see-which-node-leads)), read its log, and run the command again.',
    },
    {
      slug: 'nothing-to-move',
      messages: [
        '{place} holds no history',
        '{place} does not hold a complete history, so there is nothing to move',
        'the store holds part of a history: tidemark move has not finished. Run it again with the same --from and --to',
      ],
      cause: '`tidemark move` was interrupted, or `--from` names a place without a history.',
      remedy: 'Check `--from`, or finish the move ([interrupted moves](move.md#interrupted-moves)).',
    },
    {
      slug: 'leases-remain',
      messages: ['leases of ended nodes remain'],
      cause:
        'Rows of processes that ended more than a day ago could not be deleted from the database. They do no harm.',
      remedy:
        'Nothing if it happens once: it is retried every hour. If it continues, read `err`: a privilege may be missing ([upgrade](upgrade.md#upgrade-a-cluster)).',
    },
  ],
};
