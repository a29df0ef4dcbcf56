import { action, type Action, type CommandEntry } from '../command.ts';
import { commandTree, type TreeNode } from '../completion/command-tree.ts';
import { bashScript } from '../completion/bash-script.ts';
import { fishScript } from '../completion/fish-script.ts';
import { zshScript } from '../completion/zsh-script.ts';

/** The shells that there are completions for, and how each takes them. */
const COMPLETED_SHELLS = {
  bash: "add 'source <(tidemark completion bash)' to ~/.bashrc.",
  zsh: "run 'tidemark completion zsh > DIR/_tidemark' with a folder of $fpath, before compinit.",
  fish: "run 'tidemark completion fish > ~/.config/fish/completions/tidemark.fish'.",
} as const;

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function completionScript(shell: keyof typeof COMPLETED_SHELLS, tree: TreeNode): string {
  return SCRIPTS[shell](tree);
}

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
