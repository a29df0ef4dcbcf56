import { tooManyRequests, type ApiError } from '../errors.ts';

/** The request that a job belongs to. */
export interface JobOwner {
  /** Requests without a token count as one client. */
  readonly clientId: string;
  /** Aborts when the client has left. */
  readonly gone: AbortSignal;
  /** Whether it is a visitor of the public page, whose work has low priority. */
  readonly isVisitor?: boolean;
  /** Visitors are one client; each address (IPv6: /64 network) has its own limits. */
  readonly address?: AddressLimits;
}

export interface AddressLimits {
  readonly network: string;
  /** Jobs of this address that may wait in a queue; one more may run. */
  readonly maxWaitingPerAddress: number;
}

export interface FairQueueOptions {
  /** Number of jobs that run at once. */
  readonly maxRunning: number;
  /** Number of jobs that may wait. */
  readonly maxWaiting: number;
  /** Error for a request that finds the queue full. */
  readonly queueFull: () => ApiError;
  /** Maximum number of running and waiting jobs per client; without it, only the queue is limited. */
  readonly maxPerClient?: number;
  /** Error returned when a client exceeds `maxPerClient`. */
  readonly clientLimitReached?: () => ApiError;
}

interface Waiting {
  readonly asker: JobOwner;
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** Error for an address that has its maximum number of jobs in a queue. */
function tooManyOfAddress(maxWaiting: number): ApiError {
  const message = `this address already has ${maxWaiting + 1} long requests in progress`;
  return tooManyRequests(message, 1);
}

/**
 * Runs a bounded number of jobs, round-robin across clients. A job whose client has left is removed. If the
 * queue is full, the last job of the client with the most waiting jobs is evicted, so no client can block
 * others. Addresses of visitors, who are one client, also take turns, with at most one running job each.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By client, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Running and waiting jobs per client. */
  readonly #counts = new Map<string, number>();
  /** The same per visitor address. */
  readonly #countsOfAddresses = new Map<string, number>();
  readonly #runningAddresses = new Set<string>();
  #underWay = 0;
  #inLine = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Rejects with the error of the job, with a refusal, or with the reason why the client left. */
  async run<T>(asker: JobOwner, work: () => T | Promise<T>): Promise<T> {
    asker.gone.throwIfAborted();
    this.#count(asker);
    try {
      if (this.#underWay < this.#options.maxRunning && this.#mayRun(asker)) this.#begin(asker);
      else await this.#placeFor(asker);
      try {
        return await work();
      } finally {
        this.#end(asker);
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

  #placeFor(asker: JobOwner): Promise<void> {
    if (this.#inLine >= this.#options.maxWaiting) this.#makeRoomFor(asker);
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
      if (line) line.splice(placeIn(line, asker), 0, waiting);
      else this.#waiting.set(clientId, [waiting]);
      this.#inLine++;
    });
  }

  /** Throws if the client itself has the most waiting jobs. */
  #makeRoomFor({ clientId }: JobOwner): void {
    const own = this.#waiting.get(clientId)?.length ?? 0;
    let longest: readonly Waiting[] = [];
    for (const line of this.#waiting.values()) if (line.length > longest.length) longest = line;
    const last = longest.at(-1);
    if (!last || longest.length <= own + 1) throw this.#options.queueFull();
    this.#takeOut(last);
    last.refuse(this.#options.queueFull());
  }

  #mayRun({ address }: JobOwner): boolean {
    return !address || !this.#runningAddresses.has(address.network);
  }

  #begin({ address }: JobOwner): void {
    this.#underWay++;
    if (address) this.#runningAddresses.add(address.network);
  }

  /** Gives the free slot to the next client in turn. */
  #end({ address }: JobOwner): void {
    this.#underWay--;
    if (address) this.#runningAddresses.delete(address.network);
    const waiting = this.#nextInTurn();
    if (!waiting) return;
    this.#takeOut(waiting);
    const { clientId } = waiting.asker;
    const rest = this.#waiting.get(clientId);
    if (rest) {
      this.#waiting.delete(clientId);
      this.#waiting.set(clientId, rest);
    }
    this.#begin(waiting.asker);
    waiting.begin();
  }

  #nextInTurn(): Waiting | undefined {
    for (const line of this.#waiting.values()) {
      const next = line.find(({ asker }) => this.#mayRun(asker));
      if (next) return next;
    }
    return undefined;
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

  #count({ clientId, address }: JobOwner): void {
    const { maxPerClient = Infinity, clientLimitReached, queueFull } = this.#options;
    const count = this.#counts.get(clientId) ?? 0;
    if (count >= maxPerClient) throw (clientLimitReached ?? queueFull)();
    const ofAddress = address ? (this.#countsOfAddresses.get(address.network) ?? 0) : 0;
    if (address && ofAddress > address.maxWaitingPerAddress)
      throw tooManyOfAddress(address.maxWaitingPerAddress);
    this.#counts.set(clientId, count + 1);
    if (address) this.#countsOfAddresses.set(address.network, ofAddress + 1);
  }

  #uncount({ clientId, address }: JobOwner): void {
    decrementCount(this.#counts, clientId);
    if (address) decrementCount(this.#countsOfAddresses, address.network);
  }
}

/** Decrements a count and removes it at 0. */
export function decrementCount(counts: Map<string, number>, key: string): void {
  const count = (counts.get(key) ?? 0) - 1;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/**
 * The position that makes addresses take turns: after as many jobs of each address as this one has waiting.
 */
function placeIn(line: readonly Waiting[], { address }: JobOwner): number {
  if (!address) return line.length;
  const seen = new Map<string, number>();
  const own = line.filter(({ asker }) => asker.address?.network === address.network).length;
  for (const [place, { asker }] of line.entries()) {
    const network = asker.address?.network ?? '';
    const before = seen.get(network) ?? 0;
    if (before > own) return place;
    seen.set(network, before + 1);
  }
  return line.length;
}
