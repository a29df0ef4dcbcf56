import type { Trouble, TroubleArea } from './trouble.ts';

/** The page with the causes and remedies, as other texts of the program name pages. */
export const TROUBLES_PAGE = 'docs/run/troubleshooting.md';

const HOLE = /\{\w+\}/;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

interface Pattern {
  readonly trouble: Trouble;
  readonly expression: RegExp;
  /** Characters that do not vary. */
  readonly constant: number;
}

/** Finds the entry of a text that was logged or printed. */
export class TroubleFinder {
  readonly #exact = new Map<string, Trouble>();
  readonly #patterns: readonly Pattern[];

  constructor(areas: readonly TroubleArea[]) {
    const all = areas.flatMap(({ troubles }) =>
      troubles.flatMap((trouble) => trouble.messages.map((message) => ({ message, trouble }))),
    );
    for (const { message, trouble } of all) if (!HOLE.test(message)) this.#exact.set(message, trouble);
    this.#patterns = all
      .filter(({ message }) => HOLE.test(message))
      .map(({ message, trouble }) => patternOf(message, trouble))
      .toSorted((a, b) => b.constant - a.constant);
  }

  /** Undefined if no entry has this text. Of several that could, the one with the longest constant part. */
  find(text: string): Trouble | undefined {
    return this.#exact.get(text) ?? this.#patterns.find(({ expression }) => expression.test(text))?.trouble;
  }

  /** Where the cause and remedy of a text are, such as `docs/run/troubleshooting.md#disk-full`. */
  helpFor(text: string): string | undefined {
    const trouble = this.find(text);
    return trouble && `${TROUBLES_PAGE}#${trouble.slug}`;
  }
}

/** A part that varies may be empty and have several lines. */
function patternOf(message: string, trouble: Trouble): Pattern {
  const parts = message.split(HOLE);
  const expression = new RegExp(`^${parts.map((part) => part.replaceAll(SPECIAL, '\\$&')).join('[^]*')}$`);
  return { trouble, expression, constant: parts.join('').length };
}
