/**
 * A notice that a node sends before its answer: `taken`, repeatedly while it works on the question, or `more`, to request the pieces
 * after the first. As text: "TMN2", the word, and the node, separated by spaces.
 */
export interface Notice {
  readonly kind: 'taken' | 'more';
  readonly node: string;
}

const FORMAT = /^TMN2 (taken|more) ([0-9a-f]{16})$/;
const MAX_BYTES = 64;

export function noticeText({ kind, node }: Notice): string {
  return `TMN2 ${kind} ${node}`;
}

/** Undefined if the bytes are not a notice. */
export function noticeIn(bytes: Uint8Array): Notice | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const [, kind, node] = FORMAT.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return node === undefined ? undefined : { kind: kind as Notice['kind'], node };
}
