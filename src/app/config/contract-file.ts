import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DerivativeContract } from '../../core/contract.ts';
import type { AppendShared } from '../../core/numbers/append-shared.ts';
import { rejectNewerFormat } from '../../disk/file-format.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import type { LineLog } from '../../disk/line-log.ts';
import { openOwnedLog } from '../../disk/owned-log.ts';
import { readContract, writeContract } from '../../reference/contract-record.ts';
import type { ContractStore } from '../../reference/contract-store.ts';

export const CONTRACT_FILE = 'contracts.log';
const FORMAT = 1;
const HEADER = /^\{"format":(\d+)\}$/;

export function contractHeader(): string {
  return JSON.stringify({ format: FORMAT });
}

/** `contracts.log` of a data directory. Only the process that owns the directory writes to it. */
export class ContractFile implements ContractStore {
  readonly #log: LineLog;
  readonly #contracts: DerivativeContract[];

  constructor(log: LineLog, contracts: readonly DerivativeContract[]) {
    this.#log = log;
    this.#contracts = [...contracts];
  }

  async read(): Promise<readonly DerivativeContract[]> {
    return this.#contracts;
  }

  async append(contracts: readonly DerivativeContract[]): Promise<void> {
    await this.#log.append(contracts.map(writeContract));
    for (const contract of contracts) this.#contracts.push(contract);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

/** Opens all contracts of a data directory. Lines that cannot be read are logged and stay in the file. */
export async function openContracts(
  folder: string,
  log: Logger,
  quarantine: Pick<Quarantine, 'copy'>,
  share?: AppendShared,
): Promise<ContractFile> {
  const path = join(folder, CONTRACT_FILE);
  const { log: lines, content } = await openOwnedLog({ folder, quarantine, share }, CONTRACT_FILE);
  const { contracts, unreadable, format } = contentOf(content.lines);
  try {
    rejectNewerFormat(path, format, FORMAT);
  } catch (error) {
    await lines.close();
    throw error;
  }
  const lost = content.damagedLines.length + unreadable;
  if (lost > 0) {
    const first = content.damagedLines[0];
    log.error(
      { path, lines: lost, firstDamagedLine: first },
      'contracts are damaged: restore them from a backup',
    );
  }
  if (content.tornBytes > 0) log.warn({ path, bytes: content.tornBytes }, 'removed an unfinished last line');
  if (content.lines.length === 0) await lines.append([], [contractHeader()]);
  return new ContractFile(lines, contracts);
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
