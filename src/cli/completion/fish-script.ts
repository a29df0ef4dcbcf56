import { firstSentence, type TreeNode, type Values } from './command-tree.ts';

/** One line for each completion, with the position where it applies. */
export function fishScript(tree: TreeNode): string {
  return `# fish completions of tidemark
function __tidemark_at --description 'Whether these words, without options, come before the cursor'
    set -l words (commandline -opc | string match -v -- '-*')
    test "$words[2..-1]" = "$argv"
end

function __tidemark_in --description 'Whether the words before the cursor begin with these'
    set -l words (commandline -opc | string match -v -- '-*')
    set -l count (math (count $argv) + 1)
    test (count $words) -ge $count; and test "$words[2..$count]" = "$argv"
end

complete -c tidemark -f
${linesOf(tree).join('\n')}
`;
}

function linesOf(node: TreeNode): string[] {
  const at = condition('__tidemark_at', node.path);
  const inside = condition('__tidemark_in', node.path);
  return [
    ...node.children.map(({ name, about }) => `${at} -a ${quoted(name)} -d ${quoted(firstSentence(about))}`),
    ...node.positionals.slice(0, 1).flatMap((values) => positionalLine(at, values)),
    ...node.positionals.slice(1).flatMap((values) => positionalLine(inside, values)),
    ...node.flags.map(({ flag, about, isSwitch, ...values }) => {
      const what = isSwitch ? '' : ` ${valueArguments(values)}`;
      const short = flag === '--help' ? ' -s h' : '';
      const where = node.path === '' ? at : inside;
      return `${where} -l ${flag.slice(2)}${short}${what} -d ${quoted(firstSentence(about))}`;
    }),
    ...node.children.flatMap(linesOf),
  ];
}

function condition(name: string, path: string): string {
  return `complete -c tidemark -n ${quoted(`${name} ${path}`.trimEnd())}`;
}

function positionalLine(where: string, { words, files }: Values): string[] {
  if (words) return [`${where} -a ${quoted(words.join(' '))}`];
  if (files === undefined) return [];
  return [files === 'folder' ? `${where} -a '(__fish_complete_directories)'` : `${where} -F`];
}

function valueArguments({ words, files }: Values): string {
  if (words) return `-x -a ${quoted(words.join(' '))}`;
  if (files === 'folder') return `-x -a '(__fish_complete_directories)'`;
  return files === 'file' ? '-r -F' : '-x';
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
