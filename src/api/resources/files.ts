import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { datetimeParameter, oneOf, textParameter } from '../../contract/parameter-kinds.ts';
import { DayFile } from '../../contract/records/day-file.ts';
import { Type } from '../../contract/schema.ts';
import { listOf } from '../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import {
  dayFileName,
  dayText,
  parseDayFileName,
  type DayFiles,
  type ListedDayFile,
} from '../../values/export/day-files.ts';
import { ApiError } from '../http/errors.ts';
import { dataRoute, fileRoute, type AnyRoute } from '../http/routing/route.ts';
import { requireType } from '../pages/index-access.ts';
import { rangeProblems } from '../pages/range.ts';

export interface DayFileParts {
  readonly dayFiles: DayFiles;
}

const PARQUET = 'application/vnd.apache.parquet';
/** The list changes once a day, and when a file is made. */
const LIST_SECONDS = 10;

export function dayFileRoutes({ dayFiles }: DayFileParts): AnyRoute[] {
  return [
    dataRoute({
      path: '/files',
      operationId: 'listDayFiles',
      summary:
        'Parquet files of all index tickers that have been made, one per complete day and type of index, newest first',
      tag: 'Export',
      object: 'Export',
      access: ['read:index-ticker', 'read:LX'],
      query: {
        indexType: { kind: oneOf(INDEX_TYPES), description: 'Only files of this type of index' },
        from: { kind: datetimeParameter, description: 'Only days that begin at or after this time' },
        to: { kind: datetimeParameter, description: 'Only days that begin before this time' },
      },
      together: ({ from, to }) => rangeProblems({ from, to }, 'Export'),
      response: listOf(DayFile),
      handle: async ({ query: { indexType, from = -Infinity, to = Infinity }, grant }) => {
        requireType(grant as Grant, indexType, TICKER_SCOPES);
        const isWanted = (file: ListedDayFile) =>
          (indexType === undefined || file.indexType === indexType) &&
          (grant as Grant).scopes.has(TICKER_SCOPES[file.indexType]) &&
          file.day >= from &&
          file.day < to;
        const content = (await dayFiles.list()).filter(isWanted).map(shownFile);
        return {
          prepared: PreparedAnswer.ofJson(JSON.stringify({ content })),
          maxAgeSeconds: LIST_SECONDS,
        };
      },
    }),
    fileRoute({
      path: '/files/{name}',
      operationId: 'getDayFile',
      summary: 'A Parquet file of all index tickers of one type on one day',
      tag: 'Export',
      object: 'Export',
      access: ['read:index-ticker', 'read:LX'],
      pathParameters: {
        name: {
          kind: textParameter,
          description: 'Name of the file as in the list, such as mwa-2026-01-31.parquet',
          required: true,
        },
      },
      response: Type.String({ description: 'The file' }),
      alsoAnswers: [404, 503],
      streams: [PARQUET],
      handle: async ({ path, grant, asker }) => {
        const name = parseDayFileName(path.name);
        if (!name) throw unknownFile();
        requireType(grant as Grant, name.indexType, TICKER_SCOPES);
        const file = await dayFiles.open(name, asker());
        if (!file) throw unknownFile();
        return { content: file, etag: `"${file.sha256}"`, contentType: PARQUET, fileName: dayFileName(name) };
      },
    }),
  ];
}

function shownFile(file: ListedDayFile) {
  const { day, indexType, bytes, sha256 } = file;
  return { name: dayFileName(file), day: dayText(day), indexType, bytes, sha256 };
}

function unknownFile(): ApiError {
  return new ApiError('NOT_FOUND', 'there is no file with this name: see /v3/files');
}
