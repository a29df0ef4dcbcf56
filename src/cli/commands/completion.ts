import { action, type Action, type CommandEntry } from '../command.ts';
import { commandTree, type TreeNode } from '../completion/command-tree.ts';
import { bashScript } from '../completion/bash-script.ts';
import { fishScript } from '../completion/fish-script.ts';
import { zshScript } from '../completion/zsh-script.ts';

/** Supported shells, and how to install the completions in each. */
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

/** `commands`: the commands to complete. */
export function completionCommand(commands: readonly CommandEntry[]): Action {
  return action({
    about: [
      'Prints a script that makes the shell complete commands, actions, options and their values. It covers the commands of this version: generate it again after an update.',
      ...Object.entries(COMPLETED_SHELLS).map(([shell, how]) => `${shell}: ${how}`),
    ],
    positionals: [
      {
        name: 'SHELL',
        about: 'The shell',
        choices: SHELLS,
        missingMessage: `name a shell: ${SHELLS.join(', ')}`,
      },
    ],
    examples: ['source <(tidemark completion bash)'],
    run: async ({ positionals: [shell] }, io) => {
      io.out(completionScript(shell as keyof typeof COMPLETED_SHELLS, await commandTree(commands)));
      return 0;
    },
  });
}
