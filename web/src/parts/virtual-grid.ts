import { GridHead, type HeadColumn, type Sorting } from './grid-head.ts';

/** A column of a grid. Cells are made once and painted again with other rows, so that scrolling makes no elements. */
export interface GridColumn<Row> extends HeadColumn {
  /** Whether it changes with a tick. */
  readonly isLive?: boolean;
  /** Fills an empty cell. Returns what shows a row in it; `isTick` where a value of the same row has changed. */
  readonly make: (cell: HTMLElement) => (row: Row, isTick: boolean) => void;
}

interface GridParts<Row> {
  readonly label: string;
  /** One for each grid of the page. */
  readonly id: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly keyOf: (row: Row) => string;
  readonly addressOf: (row: Row) => string;
  /** Rows that are not as sound as the others look so. */
  readonly classOf: (row: Row) => string;
  readonly onSort: (column: string) => void;
}

interface Line<Row> {
  readonly element: HTMLElement;
  /** As it was last written: nothing is asked of the document while rows are painted. */
  className: string;
  readonly painters: readonly ((row: Row, isTick: boolean) => void)[];
  index: number;
  row: Row | undefined;
}

/**
 * Rows beyond each edge that are ready before they are scrolled to. Others are made ready when the last of them comes into sight, so
 * that most frames of a scroll change nothing but where the list is.
 */
const SPARE = 10;

const NONE_READY = { first: Infinity, end: -Infinity };

/**
 * A table of any length that has only as many elements as are seen. Rows lie at fixed heights; the one that is marked follows the
 * arrow keys. It is a grid to screen readers, with the number and the place of all rows.
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
  /** Places of the rows that have a line. */
  #ready = NONE_READY;
  /** Of what is seen of it: told by the observer, since asking for it while scrolling costs a layout. */
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
    element.addEventListener('keydown', (event) => this.#hear(event));
    this.#body.addEventListener('click', (event) => this.#click(event));
    this.#resized = new ResizeObserver(() => {
      this.#height = element.clientHeight;
      this.#later();
    });
    this.#resized.observe(element);
  }

  /** The mark stays with its row. */
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

  /** Paints what a tick has changed, of rows that are seen. Others may look different too: they were left behind. */
  tick(changed: ReadonlySet<string>): void {
    for (const [key, line] of this.#byKey)
      if (changed.has(key)) this.#paint(line, true);
      else this.#dress(line);
  }

  /** Paints all that is seen: something that several columns show has changed. */
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

  /** A row at place i always has line i modulo their number, so that scrolling touches only what comes into sight. */
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

  /** A line without a row has no key either: a tick of a row that was filtered out finds nothing to paint. */
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

  /** The mark is an attribute, so that the class of a row is its own. */
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

  #hear(event: KeyboardEvent): void {
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
    // A link does what links do, in a new tab too.
    if ((event.target as HTMLElement).closest('a') || event.button !== 0) return;
    const element = (event.target as HTMLElement).closest('[role=row]');
    this.#open(this.#lines.find((line) => line.element === element)?.row);
  }

  #open(row: Row | undefined): void {
    if (row !== undefined) location.hash = this.#parts.addressOf(row);
  }
}
