import { bashScript } from './bash-script.ts';
import type { TreeNode } from './command-tree.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

/** The shells that there are completions for, and how each takes them. */
export const COMPLETED_SHELLS = {
  bash: "add 'source <(tidemark completion bash)' to ~/.bashrc.",
  zsh: "run 'tidemark completion zsh > DIR/_tidemark' with a folder of $fpath, before compinit.",
  fish: "run 'tidemark completion fish > ~/.config/fish/completions/tidemark.fish'.",
} as const;

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function completionScript(shell: keyof typeof COMPLETED_SHELLS, tree: TreeNode): string {
  return SCRIPTS[shell](tree);
}
