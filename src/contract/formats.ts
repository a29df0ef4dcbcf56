/** Forms of records that are text, a line each. */
export const TEXT_FORMATS = ['csv', 'ndjson'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Forms of a list. */
export const LIST_FORMATS = ['json', ...TEXT_FORMATS] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** Forms of a file of records. */
export const FILE_FORMATS = [...TEXT_FORMATS, 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
