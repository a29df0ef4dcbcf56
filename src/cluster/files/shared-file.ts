import { join } from 'node:path';
import type { SharedLogCopy } from '../../disk/shared-log-copy.ts';
import { SharedLogLines } from '../../disk/shared-log-lines.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import { CopiedReferences } from '../../reference/versions/copied-references.ts';
import { CONTRACT_FILE, contractHeader } from '../../app/config/contract-file.ts';
import { REFERENCE_FILE } from '../../app/directory/data-format.ts';
import { GAP_FILE, gapLogHeader as gapHeader } from '../../app/pipeline/gaps/gap-lines.ts';
import { HEAD_FILE, headLogHeader as headHeader } from '../../app/pipeline/integrity/head-lines.ts';
import {
  timestampLogHeader as timestampHeader,
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
): SharedLogCopy {
  const linesOf = (file: string, header: string) => {
    const path = join(folder, file);
    return new SharedLogLines({ path, header, onSuspectBytes: (reason) => quarantine.copy(path, reason) });
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
