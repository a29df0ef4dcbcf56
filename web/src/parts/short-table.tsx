import { useState } from 'preact/hooks';
import { countText } from '../format/number.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import './pane.css';

interface ShortTableProps<Row> extends DataTableProps<Row> {
  /** How many rows are shown until the reader asks for all: the first by the order in force. */
  readonly most: number;
}

/** A table that begins with its first rows and shows all of them when asked. */
export function ShortTable<Row>({ most, rows, ...props }: ShortTableProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && rows.length > most;
  return (
    <>
      <DataTable {...props} rows={rows} most={isCut ? most : undefined} />
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
