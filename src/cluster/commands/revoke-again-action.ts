import { action } from '../../cli/command.ts';
import { revokeAgain } from '../setup/revoke-again.ts';

export const revokeAgainAction = action({
  summary: 'Revoke again what was revoked after the moment to which the database was restored',
  about: [
    'A database that was restored to an earlier moment accepts tokens, clients and keys again that were revoked later. Each node stores the revocations that it knows in revocations.json in its data directory. This command applies those files with the credentials of the operator; nodes with their own credentials are not allowed to. Until it is done, serving nodes do not serve; compute nodes start and lead. Name the data directory, or a copy of revocations.json, of every node.',
  ],
  positionals: [
    {
      name: 'FOLDER',
      about: 'Credentials of the operator',
      completes: 'folder',
      missingMessage:
        'name the credentials of the operator: tidemark cluster revoke-again FOLDER/operator DATA...',
    },
    {
      name: 'DATA',
      about: 'Data directory of a node; several are possible',
      isList: true,
      completes: 'folder',
      missingMessage:
        'name the data directory of at least one node: tidemark cluster revoke-again FOLDER/operator DATA...',
    },
  ],
  exitCodes: [[1, 'if the database cannot be used, or a directory has no sound revocations.json']],
  examples: [
    'tidemark cluster revoke-again /root/tidemark/operator /srv/tidemark/serve-1 /srv/tidemark/compute-1',
  ],
  run: async ({ positionals: [folder, ...nodes] }, io) => {
    const changes = await revokeAgain(folder!, nodes);
    io.out(
      changes.length === 0
        ? 'nothing had to be revoked again\n'
        : changes.map((each) => `${each}\n`).join(''),
    );
    return 0;
  },
});
