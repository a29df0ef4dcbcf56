/**
 * What a node tells of a question before its answer: `taken`, again and again while it works on it, or `more`, where it has the first
 * piece and wants the others. As text: "TMN2", the word, and the node, with spaces between them.
 */
export interface Notice {
  readonly kind: 'taken' | 'more';
  readonly node: string;
}

const FORMAT = /^TMN2 (taken|more) ([0-9a-f]{16})$/;
const MOST_BYTES = 64;

export function noticeText({ kind, node }: Notice): string {
  return `TMN2 ${kind} ${node}`;
}

/** Undefined where the bytes are something else. */
export function noticeIn(bytes: Uint8Array): Notice | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  const [, kind, node] = FORMAT.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return node === undefined ? undefined : { kind: kind as Notice['kind'], node };
}
