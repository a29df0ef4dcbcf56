import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { shownRows } from './sorted-rows.ts';
import './data-table.css';

/** A column of a table that is short enough to be drawn completely. Long tables use VirtualGrid. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly isNumber?: boolean;
  /** Sort key; a column without it cannot be sorted. Undefined values come last. */
  readonly sortKey?: (row: Row) => number | string | undefined;
  readonly cell: (row: Row) => ComponentChildren;
  /** Hidden on a narrow screen. */
  readonly isExtra?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Column to sort by at first, largest on top; absent: in the given order. */
  readonly sortedBy?: string;
  /** Maximum number of rows to draw, after sorting; absent: all. */
  readonly maxRows?: number | undefined;
  /** Text shown if there are no rows. */
  readonly empty: string;
}

interface Sorting {
  readonly column: string | undefined;
  readonly isDescending: boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, sortedBy, maxRows, empty } = props;
  const sorting = useSignal<Sorting>({ column: sortedBy, isDescending: true });
  const { column, isDescending } = sorting.value;
  const sortKey = columns.find(({ id }) => id === column)?.sortKey;
  if (rows.length === 0) return <p class="note">{empty}</p>;
  const classOf = ({ isNumber, isExtra }: TableColumn<Row>) =>
    `${isNumber ? 'number' : ''} ${isExtra ? 'extra' : ''}`;
  return (
    <div class="table-place" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((each) => (
              <th
                key={each.id}
                scope="col"
                class={classOf(each)}
                {...(each.about === undefined ? {} : { title: each.about })}
                {...(each.id === column ? { 'aria-sort': isDescending ? 'descending' : 'ascending' } : {})}
              >
                {each.sortKey ? (
                  <button
                    onClick={() => {
                      const isSame = each.id === column;
                      sorting.value = {
                        column: each.id,
                        isDescending: isSame ? !isDescending : each.isNumber === true,
                      };
                    }}
                  >
                    {each.title}
                  </button>
                ) : (
                  each.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows(rows, sortKey, isDescending, maxRows).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((each) => (
                <td key={each.id} class={classOf(each)}>
                  {each.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
