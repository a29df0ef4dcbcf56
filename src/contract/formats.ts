/** Text formats with one record per line. */
export const TEXT_FORMATS = ['csv', 'ndjson'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Formats of a list response. */
export const LIST_FORMATS = ['json', ...TEXT_FORMATS] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** Formats of an exported file. */
export const FILE_FORMATS = [...TEXT_FORMATS, 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
