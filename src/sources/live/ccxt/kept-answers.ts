import type { CcxtFetch } from './ccxt-library.ts';

type CcxtAnswer = Awaited<ReturnType<CcxtFetch>>;

/** What was answered in one call, so that it can be gone through again without asking for it again. */
export class KeptAnswers {
  readonly #answers = new Map<string, CcxtAnswer>();
  readonly #contents = new Map<string, unknown>();

  forget(): void {
    this.#answers.clear();
    this.#contents.clear();
  }

  /** What answers say: changing it changes what the next try is given. ccxt keeps some of it too. */
  get contents(): readonly unknown[] {
    return [...this.#contents.values()];
  }

  /** The answer to a request; the same one for the same request. */
  async answer(request: string, ask: () => Promise<CcxtAnswer>): Promise<CcxtAnswer> {
    const kept = this.#answers.get(request);
    if (kept) return kept;
    const answer = await ask();
    this.#answers.set(request, answer);
    return answer;
  }

  /** What a text of an answer says. */
  content(text: string, parse: () => unknown): unknown {
    if (this.#contents.has(text)) return this.#contents.get(text);
    const content = parse();
    this.#contents.set(text, content);
    return content;
  }
}
