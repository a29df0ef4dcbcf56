import type { ApiError } from '../errors.ts';

/** For which request something is done. */
export interface Asker {
  /** Requests without a token count as those of one client. */
  readonly clientId: string;
  /** Aborted when the client has left. */
  readonly gone: AbortSignal;
}

export interface WorkLineOptions {
  /** How much is under way at a time. */
  readonly atOnce: number;
  /** How many may wait beside it. */
  readonly mostWaiting: number;
  /** What those hear that find no place. */
  readonly busy: () => ApiError;
  /** How many one client may have, under way and waiting; without it, only places count. */
  readonly mostAClient?: number;
  /** What a client hears that has as many. */
  readonly tooMany?: () => ApiError;
}

interface Waiting {
  readonly asker: Asker;
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * A line in which requests wait for work that many at once would make slow for all. It is the turn of one client after the
 * other, however many requests each has in line. A request whose client has left is taken out. Where all places are taken,
 * the last request of the client with most of them makes room: no client keeps others out.
 */
export class WorkLine {
  readonly #options: WorkLineOptions;
  /** By client, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Of each client, under way and waiting. */
  readonly #counts = new Map<string, number>();
  #underWay = 0;
  #inLine = 0;

  constructor(options: WorkLineOptions) {
    this.#options = options;
  }

  /** Rejects with what the work does, with a refusal, or with the reason for which the client has left. */
  async run<T>(asker: Asker, work: () => T | Promise<T>): Promise<T> {
    asker.gone.throwIfAborted();
    this.#count(asker);
    try {
      if (this.#underWay < this.#options.atOnce) this.#underWay++;
      else await this.#placeFor(asker);
      try {
        return await work();
      } finally {
        this.#next();
      }
    } finally {
      this.#uncount(asker);
    }
  }

  get underWay(): number {
    return this.#underWay;
  }

  get inLine(): number {
    return this.#inLine;
  }

  #placeFor(asker: Asker): Promise<void> {
    if (this.#inLine >= this.#options.mostWaiting) this.#makeRoomFor(asker);
    const { gone, clientId } = asker;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#takeOut(waiting);
        reject(gone.reason as Error);
      };
      const waiting: Waiting = {
        asker,
        begin: () => {
          gone.removeEventListener('abort', leave);
          resolve();
        },
        refuse: (reason) => {
          gone.removeEventListener('abort', leave);
          reject(reason as Error);
        },
      };
      gone.addEventListener('abort', leave, { once: true });
      const line = this.#waiting.get(clientId);
      if (line) line.push(waiting);
      else this.#waiting.set(clientId, [waiting]);
      this.#inLine++;
    });
  }

  /** Throws where the client itself has the most places. */
  #makeRoomFor({ clientId }: Asker): void {
    const own = this.#waiting.get(clientId)?.length ?? 0;
    let longest: readonly Waiting[] = [];
    for (const line of this.#waiting.values()) if (line.length > longest.length) longest = line;
    const last = longest.at(-1);
    if (!last || longest.length <= own + 1) throw this.#options.busy();
    this.#takeOut(last);
    last.refuse(this.#options.busy());
  }

  /** The place of what has ended goes to the next client in turn. */
  #next(): void {
    const [first] = this.#waiting.values();
    const waiting = first?.[0];
    if (!waiting) {
      this.#underWay--;
      return;
    }
    this.#takeOut(waiting);
    const { clientId } = waiting.asker;
    const rest = this.#waiting.get(clientId);
    if (rest) {
      this.#waiting.delete(clientId);
      this.#waiting.set(clientId, rest);
    }
    waiting.begin();
  }

  #takeOut(waiting: Waiting): void {
    const { clientId } = waiting.asker;
    const line = this.#waiting.get(clientId);
    const place = line?.indexOf(waiting) ?? -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#waiting.delete(clientId);
    this.#inLine--;
  }

  #count({ clientId }: Asker): void {
    const { mostAClient = Infinity, tooMany, busy } = this.#options;
    const count = this.#counts.get(clientId) ?? 0;
    if (count >= mostAClient) throw (tooMany ?? busy)();
    this.#counts.set(clientId, count + 1);
  }

  #uncount({ clientId }: Asker): void {
    const count = (this.#counts.get(clientId) ?? 0) - 1;
    if (count > 0) this.#counts.set(clientId, count);
    else this.#counts.delete(clientId);
  }
}
