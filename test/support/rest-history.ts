import { expect } from 'vitest';
import { soon, type RunningService } from './tidemark-process.ts';

export interface Ticker {
  readonly id: string;
  readonly timestamp: string;
  readonly flags?: readonly string[];
}

interface Page {
  readonly content: Ticker[];
  readonly nextId?: string;
}

async function read(service: RunningService, token: string, query: string): Promise<Page> {
  const answer = await fetch(`${service.baseUrl}/v3/index-ticker?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

/** All values of an index, newest first, following `nextId` through every page. */
export async function readAll(service: RunningService, token: string, indexId: string): Promise<Ticker[]> {
  const query = `indexId=${indexId}&size=2000`;
  const first = await read(service, token, `${query}&timestamp=2100-01-01T00:00:00Z`);
  const all = [...first.content];
  for (let { nextId } = first; nextId !== undefined;) {
    const page = await read(service, token, `${query}&startAfter=${nextId}`);
    all.push(...page.content);
    nextId = page.nextId;
  }
  return all;
}

/** A client that requests the latest values again and again and remembers each one as text by its id. */
export class WatchingClient {
  readonly seen = new Map<string, string>();
  readonly #indexIds: readonly string[];

  constructor(indexIds: readonly string[]) {
    this.#indexIds = indexIds;
  }

  /** Runs until the service dies. */
  async watch(service: RunningService, token: string): Promise<void> {
    for (;;) {
      try {
        for (const indexId of this.#indexIds) {
          const { content } = await read(service, token, `indexId=${indexId}`);
          for (const record of content) this.seen.set(record.id, JSON.stringify(record));
        }
        await soon();
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  /** Checks that everything seen exists once and unaltered. */
  check(all: readonly Ticker[]): void {
    for (const record of all) {
      const before = this.seen.get(record.id);
      if (before !== undefined) expect(JSON.stringify(record)).toBe(before);
      this.seen.delete(record.id);
    }
  }
}
