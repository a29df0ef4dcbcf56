import { useState } from 'preact/hooks';
import { countText } from '../format/number.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import './pane.css';

interface ShortTableProps<Row> extends DataTableProps<Row> {
  /** Number of rows shown, after sorting, until the reader asks for all. */
  readonly maxRows: number;
}

/** A table that shows its first rows, and all of them on demand. */
export function ShortTable<Row>({ maxRows, rows, ...props }: ShortTableProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && rows.length > maxRows;
  return (
    <>
      <DataTable {...props} rows={rows} maxRows={isCut ? maxRows : undefined} />
      {isCut && (
        <p class="pane-more">
          <button class="button" onClick={() => setWhole(true)}>
            Show all {countText(rows.length)}
          </button>
        </p>
      )}
    </>
  );
}
