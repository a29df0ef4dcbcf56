import { action } from '../../cli/command.ts';
import { prepareStore } from '../setup/prepare-store.ts';

export const migrateAction = action({
  summary: 'Make the tables of the database, or bring them to this version',
  about: [
    'Makes the tables with the credentials of the operator, gives each role what it needs, and makes the first signing keys. It changes nothing that is there already, and is run again before nodes of a new version start.',
  ],
  positionals: [
    {
      name: 'FOLDER',
      about: 'Credentials of the operator',
      completes: 'folder',
      wanted: 'name the credentials of the operator: tidemark cluster migrate FOLDER/operator',
    },
  ],
  ends: [[1, 'where the database cannot be used']],
  examples: ['tidemark cluster migrate /root/tidemark/operator'],
  run: async ({ positionals: [folder] }, io) => {
    await prepareStore(folder!);
    io.out('the database is ready for nodes of this version\n');
    return 0;
  },
});
