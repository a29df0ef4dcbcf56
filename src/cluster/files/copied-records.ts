import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DerivativeContract } from '../../core/contract.ts';
import type { Gap } from '../../core/gap.ts';
import type { HeadReader, SignedHead } from '../../core/integrity-head.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { isHeader, LineLog } from '../../disk/line-log.ts';
import { readContract } from '../../reference/contract-record.ts';
import type { ContractReader } from '../../reference/contract-store.ts';
import { earlierVersions } from '../../reference/versions/earlier-versions.ts';
import { ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import { CONTRACT_FILE } from '../../app/config/contract-file.ts';
import { REFERENCE_FILE } from '../../app/directory/data-format.ts';
import { GAP_FILE, readGapLines } from '../../app/pipeline/gaps/gap-lines.ts';
import { readHeads } from '../../app/pipeline/integrity/head-log.ts';
import { keyOf, readTimestamps } from '../../app/pipeline/integrity/timestamp/timestamp-log.ts';
import type { CopyChange, SharedFiles } from './shared-files.ts';

export interface CopiedRecordsParts {
  readonly folder: string;
  readonly files: Pick<SharedFiles, 'tryCatchUp' | 'onCopyChange'>;
  readonly log: Logger;
}

/**
 * Contracts, heads, gaps and reference data of a serving node, read from its copies of the shared logs. While the database is
 * unreachable, the copies stay as they are.
 */
export class CopiedRecords {
  readonly contracts: ContractReader;
  readonly heads: HeadReader;
  readonly #parts: CopiedRecordsParts;
  readonly #references: ReferenceLogReader;
  readonly #unsubscribe: () => void;
  #contracts: DerivativeContract[];
  #heads: readonly SignedHead[];
  #timestampTokens: ReadonlyMap<string, string>;
  #gaps: readonly Gap[];
  #isReferenceOld = false;

  constructor(parts: CopiedRecordsParts) {
    const { folder, files } = parts;
    this.#parts = parts;
    this.contracts = { read: () => this.#readContracts() };
    this.heads = {
      heads: async () => this.#heads,
      timestampToken: (head) => this.#timestampTokens.get(keyOf(head)),
    };
    this.#references = new ReferenceLogReader(join(folder, REFERENCE_FILE));
    this.#contracts = this.#contractsIn(linesOf(folder, CONTRACT_FILE));
    this.#heads = readHeads(folder).heads;
    this.#timestampTokens = timestampTokensIn(folder);
    this.#gaps = gapsOf(folder);
    this.#unsubscribe = files.onCopyChange((news) => this.#refresh(news));
  }

  /** The gaps in the log. Of a gap that has not ended, only the first slot. */
  notedGaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** If the copy lacks the version, catches up with the shared log once. */
  async findReference(hash: string): Promise<ReferenceContent | undefined> {
    const known = this.#references.byHash(hash);
    if (known) return known;
    await this.#parts.files.tryCatchUp();
    return this.#references.byHash(hash);
  }

  /** The last versions before this one, oldest first. */
  earlierReferences(hash: string): Iterable<ReferenceContent> {
    if (this.#isReferenceOld) this.#references.refresh();
    this.#isReferenceOld = false;
    return earlierVersions(this.#references, hash);
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Called for contracts of published messages. Those are already in the shared log. */
  async #readContracts(): Promise<readonly DerivativeContract[]> {
    await this.#parts.files.tryCatchUp();
    return this.#contracts;
  }

  #refresh({ name, added }: CopyChange): void {
    const { folder } = this.#parts;
    switch (name) {
      case 'reference':
        this.#isReferenceOld = true;
        break;
      case 'contracts':
        if (added === undefined) this.#contracts = this.#contractsIn(linesOf(folder, CONTRACT_FILE));
        else for (const contract of this.#contractsIn(added.map(String))) this.#contracts.push(contract);
        break;
      case 'heads':
        this.#heads = readHeads(folder).heads;
        break;
      case 'timestamps':
        this.#timestampTokens = timestampTokensIn(folder);
        break;
      case 'gaps':
        this.#gaps = gapsOf(folder);
        break;
    }
  }

  #contractsIn(lines: readonly string[]): DerivativeContract[] {
    const contracts = lines.flatMap((line) => readContract(line) ?? []);
    const unreadable = lines.length - contracts.length;
    if (unreadable > 0)
      this.#parts.log.error({ lines: unreadable }, 'the shared log has contracts that cannot be read');
    return contracts;
  }
}

function linesOf(folder: string, file: string): readonly string[] {
  return LineLog.read(join(folder, file))?.lines.filter((line) => !isHeader(line)) ?? [];
}

function timestampTokensIn(folder: string): ReadonlyMap<string, string> {
  return new Map(readTimestamps(folder).timestamps.map((each) => [keyOf(each), each.token]));
}

function gapsOf(folder: string): readonly Gap[] {
  return readGapLines({ lines: linesOf(folder, GAP_FILE) }, folder).gaps;
}
