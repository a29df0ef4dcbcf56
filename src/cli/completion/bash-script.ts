import type { TreeNode, Values } from './command-tree.ts';

/**
 * Generates a function that follows the words before the cursor through the tree and offers what may come
 * next. It needs only bash 4.3. Bash splits `--format=c` and `read:LX` into three words each, because `=` and
 * `:` break words.
 */
export function bashScript(tree: TreeNode): string {
  const nodes = withChildren(tree);
  return `# bash completions of tidemark
_tidemark_flags() {
  case "$1" in
${nodes.map(({ path, flags }) => `    ${quoted(path)}) echo ${quoted(flags.map(({ flag }) => flag).join(' '))} ;;`).join('\n')}
  esac
}

_tidemark_children() {
  case "$1" in
${nodes.flatMap(childrenLine).join('\n')}
  esac
}

# Whether a flag of a command needs a value.
_tidemark_takes_value() {
  case "$1" in
${nodes.flatMap(valueFlagsLine).join('\n')}
  esac
  return 1
}

# Possible values of a flag.
_tidemark_value() {
  case "$1:$2" in
${nodes.flatMap(flagValueLines).join('\n')}
  esac
}

# Possible values of a positional argument.
_tidemark_positional() {
  case "$1:$2" in
${nodes.flatMap(positionalLines).join('\n')}
  esac
}

_tidemark_offer() {
  local kind="$1" current="$2" begun
  case "$kind" in
    @file) mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null ;;
    @folder) mapfile -t COMPREPLY < <(compgen -d -- "$current"); compopt -o filenames 2>/dev/null ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$current") ;;
  esac
  # The part before a colon is already on the line.
  begun="\${current%"\${current##*:}"}"
  if [[ -n $begun && $COMP_WORDBREAKS == *:* ]]; then COMPREPLY=("\${COMPREPLY[@]#"$begun"}"); fi
}

_tidemark() {
  local IFS=$' \\t\\n' path='' places=0 word current flag='' last='' i
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ \${#words[@]} -gt 0 && ( $word == ':' || $last == ':' ) ]]; then words[-1]+="$word"; else words+=("$word"); fi
    last="$word"
  done
  current="\${words[-1]}"
  COMPREPLY=()
  for ((i = 1; i < \${#words[@]} - 1; i++)); do
    word="\${words[i]}"
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $flag ]]; then flag=''; continue; fi
    if [[ $word == -* ]]; then
      if _tidemark_takes_value "$path" "$word"; then flag="$word"; fi
      continue
    fi
    if [[ " $(_tidemark_children "$path") " == *" $word "* ]]; then path="\${path:+$path }$word"; else places=$((places + 1)); fi
  done
  if [[ $current == '=' ]]; then current=''; fi
  if [[ -n $flag ]]; then _tidemark_offer "$(_tidemark_value "$path" "$flag")" "$current"; return; fi
  if [[ $current == -* ]]; then _tidemark_offer "$(_tidemark_flags "$path")" "$current"; return; fi
  if [[ -n $(_tidemark_children "$path") && $places -eq 0 ]]; then
    _tidemark_offer "$(_tidemark_children "$path")" "$current"
  else
    _tidemark_offer "$(_tidemark_positional "$path" "$places")" "$current"
  fi
}

complete -F _tidemark tidemark
`;
}

function withChildren(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(withChildren)];
}

function childrenLine({ path, children }: TreeNode): string[] {
  if (children.length === 0) return [];
  return [`    ${quoted(path)}) echo ${quoted(children.map(({ name }) => name).join(' '))} ;;`];
}

function valueFlagsLine({ path, flags }: TreeNode): string[] {
  const taking = flags.filter(({ isSwitch }) => !isSwitch).map(({ flag }) => flag);
  if (taking.length === 0) return [];
  return [`    ${quoted(path)}) case "$2" in ${taking.join('|')}) return 0 ;; esac ;;`];
}

function flagValueLines({ path, flags }: TreeNode): string[] {
  return flags.flatMap((flag) => line(`${path}:${flag.flag}`, flag));
}

function positionalLines({ path, positionals }: TreeNode): string[] {
  return positionals.flatMap((values, place) => line(`${path}:${place}`, values));
}

function line(key: string, { words, files }: Values): string[] {
  const offered = words ? words.join(' ') : files && `@${files}`;
  return offered === undefined ? [] : [`    ${quoted(key)}) echo ${quoted(offered)} ;;`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
