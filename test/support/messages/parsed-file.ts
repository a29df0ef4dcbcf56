import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A node of a syntax tree, with parts as ESTree names them. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [part: string]: any;
}

/** A source file as syntax. */
export interface ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly nodes: readonly SyntaxNode[];
  /** Values that variables of a name are set to. */
  readonly variables: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Values that functions of a name return. */
  readonly returned: ReadonlyMap<string, readonly SyntaxNode[]>;
}

const TYPES = [
  'ArrowFunctionExpression',
  'CallExpression',
  'ClassDeclaration',
  'FunctionDeclaration',
  'MethodDefinition',
  'NewExpression',
  'Property',
  'VariableDeclarator',
];

export function parsedFile(path: string): ParsedFile {
  const text = readFileSync(path, 'utf8');
  const nodes = nodesOf(parseSync(path, text).program, TYPES);
  const variables = new Map<string, SyntaxNode[]>();
  const returned = new Map<string, SyntaxNode[]>();
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && node['id'].type === 'Identifier' && node['init'])
      add(variables, node['id'].name, [node['init']]);
    if (node.type === 'FunctionDeclaration' && node['body'])
      add(returned, node['id'].name, returnsOf(node['body']));
  }
  return { path, text, nodes, variables, returned };
}

export function returnsOf(body: SyntaxNode): SyntaxNode[] {
  return nodesOf(body, ['ReturnStatement']).flatMap((node) => node['argument'] ?? []);
}

function add(map: Map<string, SyntaxNode[]>, name: string, nodes: readonly SyntaxNode[]): void {
  map.set(name, [...(map.get(name) ?? []), ...nodes]);
}

/** A node and all its descendants of these types, in no particular order. */
export function nodesOf(root: unknown, types: readonly string[]): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const open: unknown[] = [root]; open.length > 0;) {
    const node = open.pop() as SyntaxNode | readonly unknown[];
    if ('type' in node && types.includes(node.type)) found.push(node);
    for (const key in node) {
      const part = (node as SyntaxNode)[key];
      if (typeof part === 'object' && part !== null) open.push(part);
    }
  }
  return found;
}
