import { action } from '../../cli/command.ts';
import { prepareStore } from '../setup/prepare-store.ts';

export const migrateAction = action({
  summary: 'Create the tables of the database, or update them to this version',
  about: [
    'Creates the tables with the credentials of the operator, grants each role what it needs, and creates the first signing keys. Stored data is not changed. Run it again before nodes of a new version start.',
  ],
  positionals: [
    {
      name: 'FOLDER',
      about: 'Credentials of the operator',
      completes: 'folder',
      missingMessage: 'name the credentials of the operator: tidemark cluster migrate FOLDER/operator',
    },
  ],
  exitCodes: [[1, 'if the database cannot be used']],
  examples: ['tidemark cluster migrate /root/tidemark/operator'],
  run: async ({ positionals: [folder] }, io) => {
    await prepareStore(folder!);
    io.out('the database is ready for nodes of this version\n');
    return 0;
  },
});
