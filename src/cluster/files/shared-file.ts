import { join } from 'node:path';
import type { CopiedFile } from '../../disk/copied-file.ts';
import { CopiedLines } from '../../disk/copied-lines.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import { CopiedReferences } from '../../reference/versions/copied-references.ts';
import { CONTRACT_FILE, contractHeader } from '../../app/config/contract-file.ts';
import { REFERENCE_FILE } from '../../app/directory/data-format.ts';
import { GAP_FILE, headerLine as gapHeader } from '../../app/pipeline/gaps/gap-lines.ts';
import { HEAD_FILE, headerLine as headHeader } from '../../app/pipeline/integrity/head-lines.ts';
import {
  headerLine as timestampHeader,
  TIMESTAMP_FILE,
} from '../../app/pipeline/integrity/timestamp/timestamp-log.ts';

/** Files of a data directory that are copies of shared logs, by the names of the logs. */
export const SHARED_FILES = ['reference', 'contracts', 'heads', 'timestamps', 'gaps'] as const;
export type SharedFileName = (typeof SHARED_FILES)[number];

/** The copy of a log in a data directory. */
export function copiedFile(
  name: SharedFileName,
  folder: string,
  quarantine: Pick<Quarantine, 'copy'>,
): CopiedFile {
  const linesOf = (file: string, header: string) => {
    const path = join(folder, file);
    return new CopiedLines({ path, header, onDoubt: (reason) => quarantine.copy(path, reason) });
  };
  switch (name) {
    case 'reference':
      return new CopiedReferences(join(folder, REFERENCE_FILE));
    case 'contracts':
      return linesOf(CONTRACT_FILE, contractHeader());
    case 'heads':
      return linesOf(HEAD_FILE, headHeader());
    case 'timestamps':
      return linesOf(TIMESTAMP_FILE, timestampHeader());
    case 'gaps':
      return linesOf(GAP_FILE, gapHeader());
  }
}
