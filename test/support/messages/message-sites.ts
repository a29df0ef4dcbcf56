import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MessageTexts } from './message-texts.ts';
import { nodesOf, parsedFile, returnsOf, type ParsedFile, type SyntaxNode } from './parsed-file.ts';

/** A place in src that gives a warning or an error its text. */
export interface MessageSite {
  readonly file: string;
  readonly line: number;
  /** `warning` is passed on to the log by a function such as `onWarning`. */
  readonly kind: 'log' | 'warning' | 'error';
  /** Each text that may be shown, with `{}` for a variable part; empty if it is created elsewhere. */
  readonly texts: readonly string[];
  /** The expression of the text as written. */
  readonly source: string;
}

/** `log.warn`, `this.#log.error`, `start.log.fatal`. */
const LOGGED = /(?:^|[.#])log(?:ger)?\.(?:warn|error|fatal)$/;
/** `onWarning(what, details)` or `onWarning({ what, details })`. */
const PASSED_TO_LOG = /(?:^|[.#])(?:onWarning|onTrouble|onSourceTrouble|#rare\.warn)$/;
/**
 * Errors that end a command or a start, with a text given where they are created. Other classes of errors have their own text.
 */
const ERRORS = ['OperatorError', 'NoSpace'];

/** Texts that one file creates under a name and another file logs. */
export interface NamedTexts {
  readonly file: string;
  /** Of a variable, a member, a function or a list that texts are added to. */
  readonly name: string;
}

/** The messages of src. */
export class SourceMessages {
  readonly sites: readonly MessageSite[];
  readonly #files: readonly ParsedFile[];
  readonly #texts: MessageTexts;

  constructor() {
    this.#files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .map((name) => parsedFile(join('src', name)));
    this.#texts = new MessageTexts(this.#files);
    this.sites = this.#files.flatMap((file) =>
      file.nodes.flatMap((node) => {
        const found = messageIn(node, file.text);
        return found ? [this.#siteOf(found, file)] : [];
      }),
    );
  }

  #siteOf({ kind, message }: Found, file: ParsedFile): MessageSite {
    const line = file.text.slice(0, message.start).split('\n').length;
    const source = file.text.slice(message.start, message.end).replaceAll(/\s+/g, ' ');
    return { file: file.path, line, kind, texts: this.#texts.of(message, file), source };
  }

  named({ file: path, name }: NamedTexts): readonly string[] {
    const file = this.#files.find((each) => each.path === path);
    if (!file) return [];
    return file.nodes
      .flatMap((node) => valuesNamed(node, name))
      .flatMap((value) => this.#within(value, file));
  }

  /** The texts of a value, or of the results of functions in it. */
  #within(value: SyntaxNode, file: ParsedFile): readonly string[] {
    const own = this.#texts.of(value, file);
    if (own.length > 0) return own;
    const bodies = nodesOf(value, ['ArrowFunctionExpression']).map((each) => each['body'] as SyntaxNode);
    return [...bodies, ...returnsOf(value), ...(value['elements'] ?? [])].flatMap((each) =>
      this.#texts.of(each, file),
    );
  }
}

function valuesNamed(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  const isNamed = (node['key'] ?? node['id'])?.name === name;
  if (isNamed) return [node['value'] ?? node['init'] ?? node['body']].filter((each) => each);
  const list = node.type === 'CallExpression' ? node['callee'] : undefined;
  if (list?.property?.name !== 'push') return [];
  return (list.object.name ?? list.object.property?.name) === name ? node['arguments'] : [];
}

interface Found {
  readonly kind: MessageSite['kind'];
  readonly message: SyntaxNode;
}

function messageIn(node: SyntaxNode, text: string): Found | undefined {
  if (node.type === 'ClassDeclaration' && node['superClass']?.name === 'OperatorError') {
    const ofSuper = nodesOf(node, ['CallExpression']).find((each) => each['callee'].type === 'Super');
    return ofSuper && { kind: 'error', message: ofSuper['arguments'][0] };
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const callee = text.slice(node['callee'].start, node['callee'].end).replaceAll(/[\s?!]/g, '');
  const [first, second] = node['arguments'] as SyntaxNode[];
  if (node.type === 'NewExpression')
    return ERRORS.includes(callee) && first ? { kind: 'error', message: first } : undefined;
  if (!first) return undefined;
  if (LOGGED.test(callee)) return { kind: 'log', message: second ?? first };
  if (!PASSED_TO_LOG.test(callee)) return undefined;
  const isObject = (node?: SyntaxNode) => node?.type === 'ObjectExpression' && hasWhat(node);
  return { kind: 'warning', message: isObject(second) ? second! : first };
}

function hasWhat(node: SyntaxNode): boolean {
  return (node['properties'] as SyntaxNode[]).some((each) => each['key']?.name === 'what');
}
