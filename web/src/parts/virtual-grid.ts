import { GridHead, type HeadColumn, type Sorting } from './grid-head.ts';

/**
 * A column of a grid. Cells are created once and reused for other rows, so that scrolling creates no
 * elements.
 */
export interface GridColumn<Row> extends HeadColumn {
  /** Whether it changes with ticks. */
  readonly isLive?: boolean;
  /**
   * Fills an empty cell. Returns a function that shows a row in it; `isTick` if a value of the same row has
   * changed.
   */
  readonly make: (cell: HTMLElement) => (row: Row, isTick: boolean) => void;
}

interface GridParts<Row> {
  readonly label: string;
  /** Unique within the page. */
  readonly id: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly keyOf: (row: Row) => string;
  readonly addressOf: (row: Row) => string;
  /** CSS class of a row, such as for less reliable rows. */
  readonly classOf: (row: Row) => string;
  readonly onSort: (column: string) => void;
}

interface Line<Row> {
  readonly element: HTMLElement;
  /** The class last written: painting rows never reads the document. */
  className: string;
  readonly painters: readonly ((row: Row, isTick: boolean) => void)[];
  index: number;
  row: Row | undefined;
}

/**
 * Rows prepared beyond each edge before they are scrolled to. More are prepared when the last of them becomes
 * visible, so that most frames of a scroll only move the list.
 */
const SPARE = 10;

const NONE_READY = { first: Infinity, end: -Infinity };

/**
 * A table of any length with elements only for the visible rows. Rows have a fixed height; the selected one
 * follows the arrow keys. Screen readers see a grid, with the number and position of all rows.
 */
export class VirtualGrid<Row> {
  readonly element = document.createElement('div');
  readonly #parts: GridParts<Row>;
  readonly #body = document.createElement('div');
  readonly #head: GridHead;
  readonly #lines: Line<Row>[] = [];
  readonly #byKey = new Map<string, Line<Row>>();
  readonly #resized: ResizeObserver;
  #rows: readonly Row[] = [];
  #marked = -1;
  #shownMark: Line<Row> | undefined;
  /** Positions of the rows that have an element. */
  #ready = NONE_READY;
  /** Visible height, reported by the observer: reading it while scrolling would force a layout. */
  #height = 0;
  #frame: number | undefined;

  constructor(parts: GridParts<Row>) {
    this.#parts = parts;
    const { element } = this;
    element.className = 'grid';
    element.tabIndex = 0;
    element.role = 'grid';
    element.ariaLabel = parts.label;
    this.#body.className = 'grid-body';
    this.#body.role = 'rowgroup';
    this.#head = new GridHead(parts.columns, parts.onSort);
    element.append(this.#head.element, this.#body);
    element.addEventListener('scroll', () => this.#later(), { passive: true });
    element.addEventListener('keydown', (event) => this.#handleKey(event));
    this.#body.addEventListener('click', (event) => this.#click(event));
    this.#resized = new ResizeObserver(() => {
      this.#height = element.clientHeight;
      this.#later();
    });
    this.#resized.observe(element);
  }

  /** Keeps the selection on its row. */
  setRows(rows: readonly Row[]): void {
    const { keyOf, rowHeight } = this.#parts;
    const before = this.#rows[this.#marked];
    this.#rows = rows;
    this.#marked = before === undefined ? -1 : rows.findIndex((row) => keyOf(row) === keyOf(before));
    this.element.ariaRowCount = String(rows.length + 1);
    this.#body.style.height = `${rows.length * rowHeight}px`;
    for (const line of this.#lines) this.#forget(line);
    this.#ready = NONE_READY;
    this.#layOut();
  }

  setSorting(sorting: Sorting): void {
    this.#head.setSorting(sorting);
  }

  scrollToTop(): void {
    this.element.scrollTop = 0;
  }

  /**
   * Repaints the visible rows that a tick has changed. Others may look different too, because they are stale
   * now.
   */
  tick(changed: ReadonlySet<string>): void {
    for (const [key, line] of this.#byKey)
      if (changed.has(key)) this.#paint(line, true);
      else this.#dress(line);
  }

  /** Repaints all visible rows after a change in several columns. */
  repaint(): void {
    for (const line of this.#lines) if (line.row !== undefined) this.#paint(line, false);
  }

  close(): void {
    this.#resized.disconnect();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.element.remove();
  }

  #makeLine(): Line<Row> {
    const { columns, id } = this.#parts;
    const element = document.createElement('div');
    element.role = 'row';
    element.id = `${id}-${this.#lines.length}`;
    const painters = columns.map(({ make, className = '' }) => {
      const cell = document.createElement('div');
      cell.role = 'gridcell';
      cell.className = `cell ${className}`;
      element.append(cell);
      return make(cell);
    });
    this.#body.append(element);
    return { element, className: '', painters, index: -1, row: undefined };
  }

  #later(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#layOut();
    });
  }

  /**
   * The row at position i always uses element i modulo their number, so that scrolling only changes rows that
   * become visible.
   */
  #layOut(): void {
    const { rowHeight } = this.#parts;
    const { scrollTop } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight));
    const end = Math.min(this.#rows.length, Math.ceil((scrollTop + this.#height) / rowHeight));
    const needed = Math.ceil(this.#height / rowHeight) + 1 + 2 * SPARE;
    if (this.#lines.length < needed) this.#grow(needed);
    if (first < this.#ready.first || end > this.#ready.end) this.#makeReady(first - SPARE);
    this.#showMark();
  }

  #grow(needed: number): void {
    while (this.#lines.length < needed) this.#lines.push(this.#makeLine());
    for (const line of this.#lines) this.#forget(line);
    this.#ready = NONE_READY;
  }

  #makeReady(from: number): void {
    const count = this.#lines.length;
    const end = Math.max(0, Math.min(this.#rows.length, Math.max(0, from) + count));
    const first = Math.max(0, end - count);
    for (let i = first; i < end; i++) {
      const line = this.#lines[i % count]!;
      if (line.index !== i || line.row !== this.#rows[i]) this.#bind(line, i);
    }
    for (const line of this.#lines) if (line.row === undefined && line.index >= 0) this.#hide(line);
    this.#ready = { first, end };
  }

  #bind(line: Line<Row>, index: number): void {
    const { keyOf, rowHeight } = this.#parts;
    this.#forget(line);
    const row = this.#rows[index]!;
    line.row = row;
    this.#byKey.set(keyOf(row), line);
    if (line.index < 0) line.element.hidden = false;
    line.index = index;
    line.element.ariaRowIndex = String(index + 2);
    line.element.style.transform = `translateY(${index * rowHeight}px)`;
    this.#paint(line, false);
  }

  #hide(line: Line<Row>): void {
    this.#forget(line);
    line.index = -1;
    line.element.hidden = true;
  }

  /** Removes the key too, so that a tick of a filtered row finds nothing to paint. */
  #forget(line: Line<Row>): void {
    if (line.row === undefined) return;
    const key = this.#parts.keyOf(line.row);
    if (this.#byKey.get(key) === line) this.#byKey.delete(key);
    line.row = undefined;
  }

  #paint(line: Line<Row>, isTick: boolean): void {
    const { columns } = this.#parts;
    const row = line.row!;
    this.#dress(line);
    for (let i = 0; i < columns.length; i++)
      if (!isTick || columns[i]!.isLive) line.painters[i]!(row, isTick);
  }

  #dress(line: Line<Row>): void {
    const className = `grid-row ${this.#parts.classOf(line.row!)}`;
    if (line.className !== className) line.element.className = line.className = className;
  }

  /** The selection is an attribute, so that the class belongs to the row. */
  #showMark(): void {
    const at = this.#marked < 0 ? undefined : this.#lines[this.#marked % this.#lines.length];
    const line = at?.index === this.#marked && at.row !== undefined ? at : undefined;
    if (line === this.#shownMark) return;
    if (this.#shownMark) this.#shownMark.element.ariaSelected = null;
    this.#shownMark = line;
    if (!line) return this.element.removeAttribute('aria-activedescendant');
    line.element.ariaSelected = 'true';
    this.element.setAttribute('aria-activedescendant', line.element.id);
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = this.#placeAfter(event.key);
    if (to !== undefined && this.#rows.length > 0) {
      event.preventDefault();
      this.#mark(Math.min(this.#rows.length - 1, Math.max(0, to)));
    } else if (event.key === 'Enter') this.#open(this.#rows[this.#marked]);
  }

  #placeAfter(key: string): number | undefined {
    const onScreen = Math.max(1, Math.floor(this.element.clientHeight / this.#parts.rowHeight) - 2);
    switch (key) {
      case 'ArrowDown':
        return this.#marked + 1;
      case 'ArrowUp':
        return this.#marked - 1;
      case 'PageDown':
        return this.#marked + onScreen;
      case 'PageUp':
        return this.#marked - onScreen;
      case 'Home':
        return 0;
      case 'End':
        return this.#rows.length - 1;
      default:
        return undefined;
    }
  }

  #mark(index: number): void {
    const { rowHeight } = this.#parts;
    const { element } = this;
    this.#marked = index;
    const head = this.#head.element.offsetHeight;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight - head)
      element.scrollTop = top + rowHeight - element.clientHeight + head;
    this.#layOut();
  }

  #click(event: MouseEvent): void {
    // Links keep their default behaviour, including new tabs.
    if ((event.target as HTMLElement).closest('a') || event.button !== 0) return;
    const element = (event.target as HTMLElement).closest('[role=row]');
    this.#open(this.#lines.find((line) => line.element === element)?.row);
  }

  #open(row: Row | undefined): void {
    if (row !== undefined) location.hash = this.#parts.addressOf(row);
  }
}
