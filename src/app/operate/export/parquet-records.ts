import type { Candle } from '../../../core/candle.ts';
import type { StoredValue } from '../../../history/history-store.ts';
import { BatchRows } from '../../../values/export/parquet/batch-rows.ts';
import { ParquetFile } from '../../../values/export/parquet/parquet-file.ts';
import type { TableForm } from '../../../values/export/parquet/record-batch.ts';
import type { RecordFile } from './export.ts';

/** Records on their way into a Parquet file: some are held until there are enough for a row group. */
export class ParquetRecords<R> implements RecordFile<R> {
  readonly opening = '';
  readonly #file: ParquetFile;
  readonly #rows: BatchRows;
  readonly #addTo: (rows: BatchRows, record: R) => void;

  private constructor(form: TableForm, addTo: (rows: BatchRows, record: R) => void) {
    this.#file = new ParquetFile(form);
    this.#rows = new BatchRows(form);
    this.#addTo = addTo;
  }

  static ofTicks(): ParquetRecords<StoredValue> {
    return new ParquetRecords({ table: 'index-ticker' }, (rows, value) => {
      const { at, flags, price, volume, tickVolume } = value;
      rows.add(value, at, flags, { price, volume, tickVolume });
    });
  }

  static ofDays(): ParquetRecords<Candle> {
    return new ParquetRecords({ table: 'ohlcv' }, (rows, candle) => rows.addDay(candle));
  }

  async *add(records: readonly R[]): AsyncGenerator<Uint8Array> {
    for (const record of records) {
      if (this.#rows.isFullWith(1)) yield this.#file.write(this.#rows.take());
      this.#addTo(this.#rows, record);
    }
  }

  async *end(): AsyncGenerator<Uint8Array> {
    yield this.#file.write(this.#rows.take());
    yield this.#file.finish();
  }
}
