import { firstSentence, type TreeFlag, type TreeNode, type Values } from './command-tree.ts';

/** One function per command and action, as in zsh's own completions. */
export function zshScript(tree: TreeNode): string {
  return `#compdef tidemark
# zsh completions of tidemark
${functionsOf(tree).join('\n')}
if [[ $funcstack[1] == _tidemark ]]; then _tidemark "$@"; else compdef _tidemark tidemark; fi
`;
}

function functionsOf(node: TreeNode): string[] {
  return [
    node.children.length === 0 ? leafFunction(node) : groupFunction(node),
    ...node.children.flatMap(functionsOf),
  ];
}

function nameOf({ path }: TreeNode): string {
  return path === '' ? '_tidemark' : `_tidemark_${path.replaceAll(/[ -]/g, '_')}`;
}

function groupFunction(node: TreeNode): string {
  const names = node.children.map(({ name, about }) => quoted(`${name}:${firstSentence(about)}`));
  return `${nameOf(node)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${[...node.flags.map(flagSpec), quoted('1: :->name'), quoted('*:: :->rest')].join(' ')}
  case $state in
    name)
      local -a names
      names=(${names.join(' ')})
      _describe -t commands command names ;;
    rest)
      case $words[1] in
${node.children.map((child) => `        ${child.name}) ${nameOf(child)} ;;`).join('\n')}
      esac ;;
  esac
}
`;
}

function leafFunction(node: TreeNode): string {
  const positionals = node.positionals.map((values, place) => quoted(`${place + 1}: :${valuesSpec(values)}`));
  return `${nameOf(node)}() {
  _arguments ${[...node.flags.map(flagSpec), ...positionals].join(' ')}
}
`;
}

function flagSpec({ flag, about, isSwitch, ...values }: TreeFlag): string {
  const what = `[${escaped(firstSentence(about))}]`;
  if (flag === '--help') return quoted(`(- *)${flag}${what}`);
  return quoted(isSwitch ? `${flag}${what}` : `${flag}=${what}: :${valuesSpec(values)}`);
}

function valuesSpec({ words, files }: Values): string {
  if (words) return `(${words.map((word) => word.replaceAll(':', '\\:')).join(' ')})`;
  if (files === undefined) return ' ';
  return files === 'folder' ? '_files -/' : '_files';
}

/** Escapes what ends a description or separates parts. */
function escaped(text: string): string {
  return text.replaceAll(/[[\]:]/g, (character) => `\\${character}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
