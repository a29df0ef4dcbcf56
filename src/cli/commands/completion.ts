import { action, type Action, type CommandEntry } from '../command.ts';
import { commandTree } from '../completion/command-tree.ts';
import { COMPLETED_SHELLS, completionScript } from '../completion/completion-script.ts';

const SHELLS = Object.keys(COMPLETED_SHELLS);

/** `commands` are those that are completed. */
export function completionCommand(commands: readonly CommandEntry[]): Action {
  return action({
    about: [
      'Writes a script to standard output that has the shell complete commands, actions, options and their values. It is made from the same table as help and holds what this version knows: write it again after an update.',
      ...Object.entries(COMPLETED_SHELLS).map(([shell, how]) => `${shell}: ${how}`),
    ],
    positionals: [
      {
        name: 'SHELL',
        about: 'Whose completions',
        choices: SHELLS,
        wanted: `name a shell: ${SHELLS.join(', ')}`,
      },
    ],
    examples: ['source <(tidemark completion bash)'],
    run: async ({ positionals: [shell] }, io) => {
      io.out(completionScript(shell as keyof typeof COMPLETED_SHELLS, await commandTree(commands)));
      return 0;
    },
  });
}
