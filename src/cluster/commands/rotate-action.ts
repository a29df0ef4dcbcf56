import { action } from '../../cli/command.ts';
import { rotateKeys, type RotationStep } from '../setup/write-cluster.ts';

const DONE: Readonly<Record<RotationStep, string>> = {
  add: 'step 1 of 3: made new keys, with which no node signs yet',
  use: 'step 2 of 3: nodes sign with the new keys, and accept the old ones, too',
  remove: 'step 3 of 3: the old keys are not accepted any more',
};

export const rotateAction = action({
  summary: 'Replace the keys that sign messages between nodes, in three steps',
  about: [
    'Each call makes the next step: new keys are known to all, then used by all, then the old ones are removed. After each, copy the folders of the roles to all nodes and restart these, one after the other: nodes before and after a step work together, those two steps apart do not.',
  ],
  positionals: [
    {
      name: 'FOLDER',
      about: 'The folder that tidemark cluster init wrote',
      completes: 'folder',
      wanted: 'name the folder that tidemark cluster init wrote: tidemark cluster rotate FOLDER',
    },
  ],
  ends: [[1, 'where the folder is none of tidemark cluster init']],
  examples: ['tidemark cluster rotate /root/tidemark'],
  run: ({ positionals: [folder] }, io) => {
    const step = rotateKeys(folder!);
    io.out(
      `${DONE[step]}\n  copy the folders of all roles to their nodes, and restart these one after the other\n`,
    );
    return 0;
  },
});
