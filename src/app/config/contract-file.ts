import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DerivativeContract } from '../../core/contract.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import { LineLog } from '../../disk/line-log.ts';
import { ContractBook } from '../../reference/contract-book.ts';
import { readContract, writeContract } from '../../reference/contract-record.ts';

export const CONTRACT_FILE = 'contracts.log';
const FORMAT = 1;
const HEADER = /^\{"format":(\d+)\}$/;

/** The contracts that are kept for ever. */
export class ContractFile {
  readonly #log: LineLog;

  constructor(log: LineLog) {
    this.#log = log;
  }

  /** Once it returns, they are on the disk. */
  async append(contracts: readonly DerivativeContract[]): Promise<void> {
    await this.#log.append(contracts.map(writeContract));
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

/** Reads all contracts that were ever kept in a data directory. What cannot be read is reported, not lost: it stays there. */
export async function openContracts(
  folder: string,
  log: Logger,
  quarantine: Pick<Quarantine, 'copy'>,
): Promise<{ readonly book: ContractBook; readonly file: ContractFile }> {
  const path = join(folder, CONTRACT_FILE);
  const { log: lines, content } = await LineLog.open(path, (reason) => quarantine.copy(path, reason)).catch(
    (error: unknown) => {
      throw new OperatorError(`${path} cannot be used: ${(error as Error).message}`);
    },
  );
  const { contracts, unreadable, format } = contentOf(content.lines);
  if (format > FORMAT) {
    await lines.close();
    throw new OperatorError(
      `${path} has format ${format}, this version knows ${FORMAT}: run the newer version that wrote it`,
    );
  }
  const lost = content.damagedLines.length + unreadable;
  if (lost > 0) {
    const first = content.damagedLines[0];
    log.error(
      { path, lines: lost, firstDamagedLine: first },
      'contracts are damaged: restore them from a backup',
    );
  }
  if (content.tornBytes > 0) log.warn({ path, bytes: content.tornBytes }, 'an unfinished line was cut off');
  if (content.lines.length === 0) await lines.append([JSON.stringify({ format: FORMAT })]);
  const book = new ContractBook();
  book.add(contracts);
  return { book, file: new ContractFile(lines) };
}

function contentOf(lines: readonly string[]) {
  const contracts: DerivativeContract[] = [];
  let format = FORMAT;
  let unreadable = 0;
  for (const line of lines) {
    const header = HEADER.exec(line);
    const contract = header ? undefined : readContract(line);
    if (header) format = Math.max(format, Number(header[1]));
    else if (contract) contracts.push(contract);
    else unreadable++;
  }
  return { contracts, unreadable, format };
}
