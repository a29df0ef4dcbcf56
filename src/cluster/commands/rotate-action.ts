import { action } from '../../cli/command.ts';
import { rotateKeys, type RotationStep } from '../setup/write-cluster.ts';

const DONE: Readonly<Record<RotationStep, string>> = {
  add: 'step 1 of 3: created new keys; no node signs with them yet',
  use: 'step 2 of 3: nodes now sign with the new keys, and still accept the old ones',
  remove: 'step 3 of 3: the old keys are no longer accepted',
};

export const rotateAction = action({
  summary: 'Replace the keys that sign messages between nodes, in three steps',
  about: [
    'Each call does the next step: the new keys are added, then used, then the old ones are removed. After each step, copy the folders of the roles to all nodes and restart the nodes one at a time. Nodes one step apart work together; nodes two steps apart do not.',
  ],
  positionals: [
    {
      name: 'FOLDER',
      about: 'The folder that tidemark cluster init wrote',
      completes: 'folder',
      missingMessage: 'name the folder that tidemark cluster init wrote: tidemark cluster rotate FOLDER',
    },
  ],
  exitCodes: [[1, 'if tidemark cluster init did not write the folder']],
  examples: ['tidemark cluster rotate /root/tidemark'],
  run: ({ positionals: [folder] }, io) => {
    const step = rotateKeys(folder!);
    io.out(
      `${DONE[step]}\n  copy the folders of all roles to their nodes, and restart the nodes one at a time\n`,
    );
    return 0;
  },
});
