import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { addressOf } from '../address.ts';
import { usePage, type PageData } from '../data/page-data.ts';
import { VIEWS } from '../views.ts';
import { search, type Found } from './search.ts';

const NONE: readonly never[] = [];

function addressOfFound({ kind, id, title }: Found, { board, reference }: PageData): string {
  if (kind === 'asset') return addressOf('asset', board.nameOf({ id, symbol: title }));
  if (kind === 'exchange') return addressOf('exchanges', title);
  const market = reference.markets.state.peek().value?.find((each) => each.id === id);
  return addressOf('market', market ? board.nameOfMarket(market) : id);
}

/** Search for assets, markets and exchanges, usable by keyboard. */
export function SearchBox({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const page = usePage();
  const typed = useSignal('');
  const marked = useSignal(0);
  const isOpen = useSignal(false);
  const { board, reference, session } = page;
  const exchangesView = VIEWS.find(({ path }) => path === 'exchanges');
  const hasExchanges = exchangesView !== undefined && session.shows(exchangesView);
  const found = useComputed(() =>
    search(typed.value, {
      assets: board.rows.value,
      markets: reference.markets.state.value.value ?? NONE,
      exchanges: hasExchanges ? (reference.exchanges.state.value.value ?? NONE) : NONE,
    }),
  );
  /** The element that had the focus before. */
  const from = useRef<HTMLElement>(undefined);
  const begin = ({ relatedTarget }: FocusEvent) => {
    from.current = relatedTarget instanceof HTMLElement ? relatedTarget : undefined;
    isOpen.value = true;
    if (board.rows.peek().length === 0) void board.refresh();
    reference.markets.want();
    if (hasExchanges) reference.exchanges.want();
  };
  const leave = () => {
    isOpen.value = false;
    typed.value = '';
    input.current?.blur();
  };
  const open = (one: Found | undefined) => {
    if (!one) return;
    location.hash = addressOfFound(one, page);
    leave();
  };
  const handleKey = (event: KeyboardEvent) => {
    const count = found.value.length;
    if (event.key === 'Escape') {
      leave();
      from.current?.focus();
    } else if (event.key === 'Enter') open(found.value[marked.value]);
    else if (event.key === 'ArrowDown' && count > 0) marked.value = (marked.value + 1) % count;
    else if (event.key === 'ArrowUp' && count > 0) marked.value = (marked.value + count - 1) % count;
    else return;
    event.preventDefault();
  };
  const isShown = isOpen.value && typed.value.trim() !== '';
  return (
    <div class="search" role="search">
      <input
        ref={input}
        type="text"
        class="field"
        placeholder="Search"
        role="combobox"
        aria-label="Search assets, markets and exchanges"
        aria-expanded={isShown}
        aria-controls="found"
        aria-autocomplete="list"
        {...(isShown && found.value.length > 0 ? { 'aria-activedescendant': `found-${marked.value}` } : {})}
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        onFocus={begin}
        onBlur={() => (isOpen.value = false)}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          marked.value = 0;
        }}
        onKeyDown={handleKey}
      />
      <kbd aria-hidden="true">/</kbd>
      <ul id="found" role="listbox" aria-label="Found" hidden={!isShown}>
        {found.value.map((one, i) => (
          <li
            key={one.id}
            id={`found-${i}`}
            role="option"
            aria-selected={i === marked.value}
            // Before the box loses the focus, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault();
              open(one);
            }}
          >
            <strong>{one.title}</strong>
            <span class="quiet">{one.about}</span>
          </li>
        ))}
        {isShown && found.value.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true" class="quiet">
            Nothing found
          </li>
        )}
      </ul>
    </div>
  );
}
