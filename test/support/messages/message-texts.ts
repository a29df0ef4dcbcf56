import type { ParsedFile, SyntaxNode } from './parsed-file.ts';

/** A part of a text that varies. */
export const HOLE = '{}';
const MAX_DEPTH = 6;
const CONSTANT_NAME = /^[A-Z][A-Z_\d]+$/;
/** These return their argument without control characters. */
const PASSING = ['plain', 'plainLines'];

/** Finds the texts that expressions may have, with the variables and functions of all files. */
export class MessageTexts {
  readonly #constants: ReadonlyMap<string, readonly SyntaxNode[]>;

  constructor(files: readonly ParsedFile[]) {
    const constants = new Map<string, readonly SyntaxNode[]>();
    for (const { variables } of files)
      for (const [name, values] of variables)
        if (CONSTANT_NAME.test(name)) constants.set(name, [...(constants.get(name) ?? []), ...values]);
    this.#constants = constants;
  }

  /** Empty if the expression has no text that can be read. */
  of(node: SyntaxNode, file: ParsedFile, depth = 0): readonly string[] {
    if (depth > MAX_DEPTH) return [];
    const inner = (each: SyntaxNode) => this.of(each, file, depth + 1);
    const either = (...nodes: SyntaxNode[]) => nodes.flatMap((each) => orHole(inner(each)));
    switch (node.type) {
      case 'Literal':
        return typeof node['value'] === 'string' ? [node['value']] : [];
      case 'TemplateLiteral':
        return joined(
          node['quasis'].map((part: SyntaxNode) => String(part['value'].cooked)),
          node['expressions'].map((each: SyntaxNode) => orHole(inner(each))),
        );
      case 'BinaryExpression':
        return node['operator'] === '+'
          ? joined(['', '', ''], [orHole(inner(node['left'])), orHole(inner(node['right']))])
          : [];
      case 'ConditionalExpression':
        return either(node['consequent'], node['alternate']);
      case 'LogicalExpression':
        return either(node['left'], node['right']);
      case 'ArrayExpression':
        return node['elements'].flatMap((each: SyntaxNode) => inner(each));
      case 'AwaitExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
        return inner(node['argument'] ?? node['expression']);
      case 'Identifier':
        return this.#valuesOf(node['name'], file).flatMap(inner);
      case 'ObjectExpression':
        return node['properties'].flatMap((each: SyntaxNode) =>
          each['key']?.name === 'what' ? inner(each['value']) : [],
        );
      case 'MemberExpression':
        return this.#members(node['object'], file).flatMap(inner);
      case 'CallExpression':
        return this.#ofCall(node, file, inner);
      default:
        return [];
    }
  }

  #valuesOf(name: string, file: ParsedFile): readonly SyntaxNode[] {
    return file.variables.get(name) ?? this.#constants.get(name) ?? [];
  }

  /** The values of a constant object, of which a key that varies chooses one. */
  #members(object: SyntaxNode, file: ParsedFile): readonly SyntaxNode[] {
    if (object.type !== 'Identifier' || !CONSTANT_NAME.test(object['name'])) return [];
    return this.#valuesOf(object['name'], file).flatMap((value) => {
      const table = value['expression']?.expression ?? value['expression'] ?? value;
      return (table['properties'] as SyntaxNode[] | undefined)?.flatMap((each) => each['value'] ?? []) ?? [];
    });
  }

  #ofCall(
    node: SyntaxNode,
    file: ParsedFile,
    inner: (node: SyntaxNode) => readonly string[],
  ): readonly string[] {
    const { callee, arguments: given } = node as SyntaxNode & { callee: SyntaxNode; arguments: SyntaxNode[] };
    if (callee.type === 'Identifier') {
      if (PASSING.includes(callee['name'])) return given[0] ? inner(given[0]) : [];
      return (file.returned.get(callee['name']) ?? []).flatMap(inner);
    }
    const list = callee['object'] as SyntaxNode | undefined;
    if (callee['property']?.name !== 'join' || list?.type !== 'ArrayExpression') return [];
    const parts = (list['elements'] as SyntaxNode[]).map((each) => orHole(inner(each)));
    const between = given[0] ? (inner(given[0])[0] ?? '') : ',';
    return joined(['', ...parts.slice(1).map(() => between), ''], parts);
  }
}

/** Each text that results from the constant parts with one of the alternatives between each two. */
function joined(constant: readonly string[], between: readonly (readonly string[])[]): readonly string[] {
  return between.reduce<readonly string[]>(
    (texts, choices, index) =>
      texts.flatMap((text) => choices.map((choice) => text + choice + (constant[index + 1] ?? ''))),
    [constant[0] ?? ''],
  );
}

function orHole(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [HOLE] : texts;
}
