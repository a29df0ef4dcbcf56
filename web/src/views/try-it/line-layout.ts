/** Longer lines are cut. */
const MAX_CHARACTERS = 4000;
const INDENT = '  ';
const MAX_DEPTH = 40;

/** Characters that end a number, true, false or null. */
const ENDS_WORD: ReadonlySet<string> = new Set('{}[],:" \n\r\t');

const cut = (line: string) => (line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)} …` : line);

/**
 * Splits a text into lines piece by piece, so that the page stays responsive. JSON is pretty-printed without
 * parsing numbers, so that none loses digits, and text that is not JSON stays readable.
 */
export class LineLayout {
  readonly lines: string[] = [];
  readonly #text: string;
  readonly #isJson: boolean;
  #at = 0;
  #depth = 0;
  #line = '';

  constructor(text: string, isJson: boolean) {
    this.#text = text;
    this.#isJson = isJson;
  }

  /** Processes about this many characters. Returns whether there are more. */
  more(characters: number): boolean {
    const end = Math.min(this.#text.length, this.#at + characters);
    while (this.#at < end) {
      if (this.#isJson) this.#token();
      else this.#plainLine();
    }
    if (this.#at < this.#text.length) return true;
    if (this.#line.trim() !== '') this.#break();
    return false;
  }

  #plainLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    const stop = end === -1 ? this.#text.length : end;
    this.lines.push(cut(this.#text.slice(this.#at, stop).replace(/\r$/, '')));
    this.#at = stop + 1;
  }

  #token(): void {
    const sign = this.#text[this.#at]!;
    if (sign === '"') this.#take(this.#endOfString());
    else if (sign === '{' || sign === '[') this.#open(sign);
    else if (sign === '}' || sign === ']') this.#close(sign);
    else if (sign === ',') this.#comma();
    else if (sign === ':') this.#put(': ');
    else if (/\s/.test(sign)) this.#at++;
    else this.#take(this.#endOfWord());
  }

  #endOfString(): number {
    const text = this.#text;
    for (let at = this.#at + 1; ; at++) {
      at = text.indexOf('"', at);
      if (at === -1) return text.length;
      let slashes = 0;
      while (text[at - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) return at + 1;
    }
  }

  #endOfWord(): number {
    let at = this.#at + 1;
    while (at < this.#text.length && !ENDS_WORD.has(this.#text[at]!)) at++;
    return at;
  }

  #take(end: number): void {
    this.#line += this.#text.slice(this.#at, end);
    this.#at = end;
  }

  #put(text: string): void {
    this.#line += text;
    this.#at++;
  }

  #open(sign: string): void {
    const next = this.#text.slice(this.#at + 1, this.#at + 100).trimStart()[0];
    if (next === '}' || next === ']') {
      this.#at = this.#text.indexOf(next, this.#at + 1) + 1;
      this.#line += sign + next;
      return;
    }
    this.#put(sign);
    this.#depth++;
    this.#break();
  }

  #close(sign: string): void {
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#line.trim() !== '') this.#break();
    else this.#line = this.#indent();
    this.#put(sign);
  }

  #comma(): void {
    this.#put(',');
    this.#break();
  }

  #break(): void {
    this.lines.push(cut(this.#line));
    this.#line = this.#indent();
  }

  #indent(): string {
    return INDENT.repeat(Math.min(this.#depth, MAX_DEPTH));
  }
}
