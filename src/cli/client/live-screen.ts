const ESCAPE = '\u001b[';
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;
/** The screen that editors use: what stood before comes back with the usual one. */
const OTHER_SCREEN = `${ESCAPE}?1049h`;
const USUAL_SCREEN = `${ESCAPE}?1049l`;
const HOME = `${ESCAPE}H`;
const ERASE_LINE = `${ESCAPE}K`;
const ERASE_BELOW = `${ESCAPE}J`;

/**
 * Lines that are drawn again in their place, on a screen of their own: a terminal that is made narrower breaks lines of the usual
 * one in ways that differ, and leaves parts of them. What was drawn last stays on the usual screen when it ends.
 */
export class LiveScreen {
  readonly #write: (text: string) => void;
  #drawn: readonly string[] = [];
  #isOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  draw(lines: readonly string[]): void {
    const open = this.#isOpen ? '' : `${OTHER_SCREEN}${HIDE_CURSOR}`;
    this.#isOpen = true;
    // Without a line end behind the last: the screen would roll.
    this.#write(`${open}${HOME}${lines.map((line) => `${line}${ERASE_LINE}`).join('\r\n')}${ERASE_BELOW}`);
    this.#drawn = lines;
  }

  /** Gives the usual screen and the cursor back, with what was drawn last above it. */
  end(): void {
    this.leave();
    const lines = this.#drawn.map((line) => `${line}\r\n`).join('');
    if (lines !== '') this.#write(lines);
    this.#drawn = [];
  }

  /** Gives the usual screen back as it was, for a pause; the next drawing takes the other one again. */
  leave(): void {
    if (this.#isOpen) this.#write(`${SHOW_CURSOR}${USUAL_SCREEN}`);
    this.#isOpen = false;
  }
}
