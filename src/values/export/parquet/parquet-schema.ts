import type { Column } from '../../../contract/columns.ts';
import type { TableForm } from './record-batch.ts';
import { TABLE_COLUMNS } from './table-columns.ts';
import { DECIMAL_BYTES, PRECISION, PRICE_SCALE, VOLUME_SCALE } from './unscaled.ts';

/** The part of a Parquet schema that is used here. */
interface Element {
  name: string;
  type?: 'BYTE_ARRAY' | 'FIXED_LEN_BYTE_ARRAY' | 'INT32' | 'INT64' | 'BOOLEAN';
  type_length?: number;
  num_children?: number;
  repetition_type?: 'REQUIRED' | 'OPTIONAL';
  converted_type?: 'UTF8' | 'DECIMAL' | 'TIMESTAMP_MILLIS';
  logical_type?:
    | { type: 'STRING' }
    | { type: 'DECIMAL'; precision: number; scale: number }
    | { type: 'TIMESTAMP'; isAdjustedToUTC: boolean; unit: 'MILLIS' };
  precision?: number;
  scale?: number;
}

/**
 * Numbers that do not fit into the DECIMAL of their column, such as `price=…|volume=…`; the columns themselves are empty in such
 * a row. This has never been observed. Always the last column.
 */
export const OUT_OF_RANGE = {
  name: 'outOfRange',
  path: ['outOfRange'],
  kind: 'text',
  optional: true,
} as const satisfies Column;

/** All columns of a file, in order. */
export function fileColumnsOf({ table }: TableForm): readonly Column[] {
  return [...TABLE_COLUMNS[table], OUT_OF_RANGE];
}

export function schemaOf(form: TableForm): Element[] {
  const columns = fileColumnsOf(form);
  return [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)];
}

/** The same without the meaning of decimals: the library then writes their bytes as they are. */
export function physicalSchemaOf(form: TableForm): Element[] {
  return schemaOf(form).map((element) => {
    const { name, type, type_length, repetition_type, converted_type } = element;
    if (converted_type !== 'DECIMAL') return element;
    return {
      name,
      ...(type && { type }),
      ...(type_length && { type_length }),
      ...(repetition_type && { repetition_type }),
    };
  });
}

/** The version of the file layout: columns, types and their meaning. Adding a column at the end does not change the version. */
const FORMAT = '1';

/** The key-value metadata of a file. */
export function metadataOf(form: TableForm): { readonly key: string; readonly value: string }[] {
  const metadata = {
    'tidemark.format': FORMAT,
    'tidemark.table': form.table,
    'tidemark.decimals': `exact; prices DECIMAL(${PRECISION},${PRICE_SCALE}), volumes DECIMAL(${PRECISION},${VOLUME_SCALE})`,
    ...('interval' in form && { 'tidemark.interval': form.interval }),
    ...('day' in form && {
      'tidemark.day': form.day,
      'tidemark.indexType': form.indexType,
      'tidemark.source': form.source,
    }),
  };
  return Object.entries(metadata).map(([key, value]) => ({ key, value }));
}

export function scaleOf({ name }: Pick<Column, 'name'>): number {
  return /volume/i.test(name) ? VOLUME_SCALE : PRICE_SCALE;
}

function elementOf(column: Column): Element {
  const { name, kind, optional } = column;
  const repetition_type = optional || kind === 'decimal' ? 'OPTIONAL' : 'REQUIRED';
  if (kind === 'integer') return { name, type: 'INT32', repetition_type };
  if (kind === 'boolean') return { name, type: 'BOOLEAN', repetition_type };
  if (kind === 'datetime') return { name, repetition_type, ...INSTANT };
  if (kind === 'decimal') return { name, repetition_type, ...decimalOf(scaleOf(column)) };
  return { name, repetition_type, ...TEXT };
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

const INSTANT = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;

function decimalOf(scale: number) {
  const digits = { precision: PRECISION, scale };
  return {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: DECIMAL_BYTES,
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', ...digits },
    ...digits,
  } as const;
}
