import { textWidth } from './text-width.ts';

const ESCAPE = '\u001b[';
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;
const ERASE_LINE = `${ESCAPE}K`;
const ERASE_BELOW = `${ESCAPE}J`;

/** What is drawn on: a terminal. */
export interface Terminal {
  readonly columns: () => number;
  readonly write: (text: string) => void;
}

/** Lines that are drawn again in their place. What stood above them stays, and they stay when it ends. */
export class LiveScreen {
  readonly #terminal: Terminal;
  #drawn: readonly string[] = [];
  #isHidden = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draw(lines: readonly string[]): void {
    const hide = this.#isHidden ? '' : HIDE_CURSOR;
    this.#isHidden = true;
    const body = lines.map((line) => `${line}${ERASE_LINE}\n`).join('');
    this.#terminal.write(`${hide}${this.#toTop()}${body}${ERASE_BELOW}`);
    this.#drawn = lines;
  }

  /** Gives the cursor back, below what was drawn. */
  end(): void {
    if (this.#isHidden) this.#terminal.write(SHOW_CURSOR);
    this.#isHidden = false;
  }

  /** The next drawing begins where the cursor is: others have written. */
  leave(): void {
    this.end();
    this.#drawn = [];
  }

  /** A terminal that was made narrower has broken lines in two. */
  #toTop(): string {
    const columns = Math.max(1, this.#terminal.columns());
    const height = this.#drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / columns)),
      0,
    );
    return height === 0 ? '' : `\r${ESCAPE}${height}A`;
  }
}
