export interface HeadColumn {
  readonly id: string;
  readonly title: string;
  /** Explanation, if the title is too short. */
  readonly about?: string;
  /** For styles: widths are set in the grid's own style sheet. */
  readonly className?: string;
  readonly isSortable: boolean;
}

export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The column titles of a grid; those of sortable columns are buttons. */
export class GridHead {
  readonly element = document.createElement('div');
  readonly #cells = new Map<string, HTMLElement>();

  constructor(columns: readonly HeadColumn[], onSort: (column: string) => void) {
    this.element.className = 'grid-head';
    this.element.role = 'rowgroup';
    const row = document.createElement('div');
    row.className = 'grid-row';
    row.role = 'row';
    row.ariaRowIndex = '1';
    for (const column of columns) row.append(this.#makeCell(column, onSort));
    this.element.append(row);
  }

  setSorting({ column, isDescending }: Sorting): void {
    for (const [id, cell] of this.#cells) {
      const isHere = id === column;
      cell.ariaSort = isHere ? (isDescending ? 'descending' : 'ascending') : null;
      cell.classList.toggle('sorted', isHere);
    }
  }

  #makeCell(
    { id, title, about, className = '', isSortable }: HeadColumn,
    onSort: (column: string) => void,
  ): HTMLElement {
    const cell = document.createElement('div');
    cell.role = 'columnheader';
    cell.className = `cell ${className}`;
    if (about !== undefined) cell.title = about;
    if (!isSortable) cell.textContent = title;
    else {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = title;
      button.addEventListener('click', () => onSort(id));
      cell.append(button);
    }
    this.#cells.set(id, cell);
    return cell;
  }
}
