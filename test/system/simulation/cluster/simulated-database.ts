import type { Millis } from '../../../../src/core/time.ts';
import type { SimulatedProcess } from '../core/simulated-process.ts';

interface LeaseRow {
  readonly holder: string;
  readonly number: number;
  readonly endsAt: Millis;
}

/** The rows of leases that all nodes share, by the clock of the database. */
export class LeaseTable {
  readonly #rows = new Map<string, LeaseRow>();
  readonly #now: () => Millis;

  constructor(now: () => Millis) {
    this.#now = now;
  }

  /** Does what the statements of `PostgresLeases` do. */
  execute(sql: string, values: readonly unknown[]): unknown[] {
    if (sql.includes('insert into lease')) return this.#take(values as [string, string, number]);
    if (sql.startsWith('select name, holder')) return this.#holders();
    if (sql.includes("'-infinity'")) return this.#release(values as unknown as [string[], number[]]);
    if (sql.startsWith('update lease')) return this.#renew(values as unknown as [string[], number[], number]);
    throw new Error(`the simulated database does not know ${sql}`);
  }

  #take([name, holder, lastsMs]: [string, string, number]): unknown[] {
    const known = this.#rows.get(name);
    if (known && known.endsAt > this.#now()) return [];
    const number = (known?.number ?? 0) + 1;
    this.#rows.set(name, { holder, number, endsAt: this.#now() + lastsMs });
    return [{ number: String(number) }];
  }

  #holders(): unknown[] {
    const live = [...this.#rows].filter(([, { endsAt }]) => endsAt > this.#now());
    return live.map(([name, { holder }]) => ({ name, holder }));
  }

  #renew([names, numbers, lastsMs]: [string[], number[], number]): unknown[] {
    return names.flatMap((name, i) => {
      const row = this.#rows.get(name);
      if (!row || row.number !== Number(numbers[i]) || row.endsAt <= this.#now()) return [];
      this.#rows.set(name, { ...row, endsAt: this.#now() + lastsMs });
      return [{ name }];
    });
  }

  #release([names, numbers]: [string[], number[]]): unknown[] {
    for (const [i, name] of names.entries()) {
      const row = this.#rows.get(name);
      if (row?.number === Number(numbers[i])) this.#rows.set(name, { ...row, endsAt: -Infinity });
    }
    return [];
  }
}

/** The way from a node to the store: it takes time, may be cut, and loses requests and replies. */
export class StoreLink {
  isCut = false;
  lossShare = 0;
  readonly #process: SimulatedProcess;

  constructor(process: SimulatedProcess) {
    this.#process = process;
  }

  async call<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const { random } = this.#process;
    await this.#travel();
    const result = await work();
    await this.#travel();
    if (random.chance(this.lossShare)) return this.#lose();
    return result;
  }

  async #travel(): Promise<void> {
    const { random } = this.#process;
    await this.#process.delay(random.chance(0.05) ? random.between(0, 1500) : random.between(0, 20));
    if (this.isCut || random.chance(this.lossShare)) await this.#lose();
  }

  async #lose(): Promise<never> {
    await this.#process.delay(1000);
    throw Object.assign(new Error('the store does not answer'), { code: 'ETIMEDOUT' });
  }
}
