import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column } from '../../../contract/columns.ts';
import { ParquetColumns } from './parquet-columns.ts';
import { fileColumnsOf, metadataOf, physicalSchemaOf, schemaOf } from './parquet-schema.ts';
import type { RecordBatch, TableForm } from './record-batch.ts';
import { SnappyCompressor } from './snappy.ts';

/** Dictionaries for repetitive values, plain numbers for decimals, deltas for times. */
const ENCODINGS = {
  text: 'RLE_DICTIONARY',
  flags: 'RLE_DICTIONARY',
  decimal: 'PLAIN',
  integer: 'RLE_DICTIONARY',
  boolean: 'RLE',
  datetime: 'DELTA_BINARY_PACKED',
} as const satisfies Readonly<Record<Column['kind'], string>>;

/**
 * A Parquet file written row group by row group. Row groups already returned are not kept in memory. Do not call before the
 * previous call has finished.
 */
export class ParquetFile {
  readonly #form: TableForm;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(form: TableForm) {
    this.#form = form;
    const snappy = new SnappyCompressor();
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: physicalSchemaOf(form),
      compressors: { SNAPPY: (page) => snappy.compress(page) },
      kvMetadata: metadataOf(form),
    });
  }

  /** Writes a row group. Returns bytes to append to those of the earlier calls. */
  async write(batch: RecordBatch): Promise<Uint8Array<ArrayBuffer>> {
    if (batch.rows > 0) {
      const columns = new ParquetColumns(this.#form, batch);
      const columnData = fileColumnsOf(this.#form).map((column) => ({
        name: column.name,
        data: columns.valuesOf(column),
        encoding: column.name === 'id' ? ('PLAIN' as const) : ENCODINGS[column.kind],
      }));
      await this.#writer.write({ columnData, rowGroupSize: batch.rows });
      this.#setStatistics(columns);
    }
    return this.#taken();
  }

  /** Returns the footer, without which the file cannot be read. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.#writer.schema = schemaOf(this.#form);
    await this.#writer.finish();
    return this.#taken();
  }

  /** Those of decimals, which were written as bytes. */
  #setStatistics(columns: ParquetColumns): void {
    const written = this.#writer.row_groups.at(-1)?.columns ?? [];
    for (const [c, column] of fileColumnsOf(this.#form).entries()) {
      const statistics = columns.statisticsOf(column);
      const chunk = written[c]?.meta_data;
      if (statistics && chunk) chunk.statistics = statistics;
    }
  }

  #taken(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return taken;
  }
}
