import type { DerivativeContract } from '../../core/contract.ts';

/** The contracts of a group as JSON, separated by commas. */
export class ContractGroupText {
  readonly contracts: readonly DerivativeContract[];
  readonly #bytes: Buffer;
  /** Start of each contract; one more entry ends the last, including its comma. */
  readonly #starts: Uint32Array;

  /** The text of contracts that `before` begins with too is reused. */
  constructor(
    contracts: readonly DerivativeContract[],
    write: (contract: DerivativeContract) => string,
    before?: ContractGroupText,
  ) {
    const common = before ? commonStart(before.contracts, contracts) : 0;
    const written = contracts.slice(common).map((contract) => Buffer.from(`${write(contract)},`));
    const starts = new Uint32Array(contracts.length + 1);
    if (before) starts.set(before.#starts.subarray(0, common + 1));
    written.forEach((bytes, i) => (starts[common + i + 1] = (starts[common + i] ?? 0) + bytes.length));
    this.contracts = contracts;
    this.#starts = starts;
    this.#bytes = Buffer.concat([...(before ? [before.#bytes.subarray(0, starts[common])] : []), ...written]);
  }

  /** Contracts `from` up to and excluding `to`, at least one. No comma at the end. */
  slice(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#starts[from], (this.#starts[to] ?? 0) - 1);
  }
}

function commonStart(a: readonly DerivativeContract[], b: readonly DerivativeContract[]): number {
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return common;
}
