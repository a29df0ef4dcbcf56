import type { CcxtFetch } from './ccxt-library.ts';

type CcxtAnswer = Awaited<ReturnType<CcxtFetch>>;

/** The replies received during one call, so that they can be processed again without requesting them again. */
export class ReplyCache {
  readonly #answers = new Map<string, CcxtAnswer>();
  readonly #contents = new Map<string, unknown>();

  forget(): void {
    this.#answers.clear();
    this.#contents.clear();
  }

  /** Parsed replies. Changing them changes what the next try reads. ccxt also keeps parts of them. */
  get contents(): readonly unknown[] {
    return [...this.#contents.values()];
  }

  /** Returns the stored reply to a request, or requests it. */
  async getOrFetch(request: string, ask: () => Promise<CcxtAnswer>): Promise<CcxtAnswer> {
    const kept = this.#answers.get(request);
    if (kept) return kept;
    const answer = await ask();
    this.#answers.set(request, answer);
    return answer;
  }

  /** Returns the stored content of a reply, or parses it. */
  getOrParse(text: string, parse: () => unknown): unknown {
    if (this.#contents.has(text)) return this.#contents.get(text);
    const content = parse();
    this.#contents.set(text, content);
    return content;
  }
}
