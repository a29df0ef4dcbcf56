import { useState } from 'preact/hooks';
import { addressOf } from '../../address.ts';
import type { Group, Operation } from './documents.ts';

/** The address of the console, next to those of routes. */
export const CONSOLE = 'websocket';

export const addressOfRoute = (id: string) => addressOf('try-it', id);

interface RouteListProps {
  readonly groups: readonly Group[];
  readonly chosen: string;
  readonly onChosen: (id: string) => void;
}

function matches({ id, path, summary }: Operation, text: string): boolean {
  return [id, path, summary].some((each) => each.toLowerCase().includes(text));
}

/** All routes by group: a list next to the request, or one field on a narrow screen. */
export function RouteList({ groups, chosen, onChosen }: RouteListProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim().toLowerCase();
  const shown = groups
    .map((group) => ({ ...group, operations: group.operations.filter((each) => matches(each, text)) }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <>
      <select
        class="field tryit-narrow"
        aria-label="Route"
        value={chosen}
        onChange={({ currentTarget }) => onChosen(currentTarget.value)}
      >
        <option value={CONSOLE}>Websocket console</option>
        {groups.map(({ title, operations }) => (
          <optgroup key={title} label={title}>
            {operations.map(({ id, method, path }) => (
              <option key={id} value={id}>
                {method} {path}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <nav class="tryit-routes" aria-label="Routes">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const first = shown[0]?.operations[0];
            if (first && text !== '') onChosen(first.id);
          }}
        >
          <input
            class="field"
            type="search"
            placeholder="Find a route"
            aria-label="Find a route; Enter opens the first"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </form>
        <div class="tryit-groups" role="region" aria-label="Routes by group" tabIndex={-1}>
          <RouteLink
            id={CONSOLE}
            mark="WS"
            text="Websocket console"
            title="Raw messages"
            isChosen={chosen === CONSOLE}
            onChosen={onChosen}
          />
          {shown.map(({ title, about, operations }) => (
            <div key={title}>
              <h2 title={about}>{title}</h2>
              {operations.map((each) => (
                <RouteLink
                  key={each.id}
                  id={each.id}
                  mark={each.method}
                  text={each.path.replace(/^\/v3/, '')}
                  title={each.summary}
                  isChosen={each.id === chosen}
                  onChosen={onChosen}
                />
              ))}
            </div>
          ))}
          {shown.length === 0 && <p class="quiet">No route has “{typed}” in it.</p>}
        </div>
      </nav>
    </>
  );
}

interface LinkProps {
  readonly id: string;
  readonly mark: string;
  readonly text: string;
  readonly title: string;
  readonly isChosen: boolean;
  readonly onChosen: (id: string) => void;
}

/** A normal link; a plain click keeps the focus in the list. */
function RouteLink({ id, mark, text, title, isChosen, onChosen }: LinkProps) {
  return (
    <a
      class="tryit-route"
      href={addressOfRoute(id)}
      title={title}
      {...(isChosen ? { 'aria-current': 'page' as const } : {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onChosen(id);
      }}
    >
      <b>{mark}</b>
      <span>{text}</span>
    </a>
  );
}
