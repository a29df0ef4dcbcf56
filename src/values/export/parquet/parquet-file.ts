import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column } from '../../../contract/columns.ts';
import { ParquetColumns } from './parquet-columns.ts';
import { fileColumnsOf, metadataOf, schemaOf } from './parquet-schema.ts';
import type { RecordBatch, TableForm } from './record-batch.ts';

/** Dictionaries of what repeats itself, plain numbers, differences of times. */
const ENCODINGS = {
  text: 'RLE_DICTIONARY',
  flags: 'RLE_DICTIONARY',
  decimal: 'PLAIN',
  integer: 'RLE_DICTIONARY',
  boolean: 'RLE',
  datetime: 'DELTA_BINARY_PACKED',
} as const satisfies Readonly<Record<Column['kind'], string>>;

/**
 * A Parquet file that comes into being row group by row group; nothing of those that were handed out is held. A call waits
 * for the one before.
 */
export class ParquetFile {
  readonly #form: TableForm;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(form: TableForm) {
    this.#form = form;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(form),
      kvMetadata: metadataOf(form),
    });
  }

  /** A row group, as bytes that come after those of the calls before. */
  async write(batch: RecordBatch): Promise<Uint8Array<ArrayBuffer>> {
    if (batch.rows > 0) {
      const columns = new ParquetColumns(this.#form, batch);
      const columnData = fileColumnsOf(this.#form).map((column) => ({
        name: column.name,
        data: columns.valuesOf(column),
        encoding: column.name === 'id' ? ('PLAIN' as const) : ENCODINGS[column.kind],
      }));
      await this.#writer.write({ columnData, rowGroupSize: batch.rows });
    }
    return this.#taken();
  }

  /** The end, without which the file cannot be read. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    await this.#writer.finish();
    return this.#taken();
  }

  #taken(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return taken;
  }
}
