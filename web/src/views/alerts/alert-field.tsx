import { useId, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { useResource } from '../../parts/use-resource.ts';
import { search } from '../../shell/search.ts';
import { LIQUID } from './alert-choices.ts';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly isOptional?: boolean | undefined;
  readonly initial?: string;
  readonly onTyped?: (text: string) => void;
  /** Id of a list of suggestions. */
  readonly list?: string;
  /** Values and their names, to choose from. */
  readonly choices?: readonly (readonly [value: string, title: string])[];
}

/** An input with its label, and its problem below it. */
export function Field(props: FieldProps) {
  const { name, label, hint, problem, isOptional = false, initial = '', onTyped, list, choices } = props;
  const id = useId();
  const attributes = {
    id,
    name,
    class: 'field',
    required: !isOptional,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-hint ${id}-problem`,
  };
  return (
    <div class="alerts-field">
      <label for={id}>
        {label}
        {isOptional && <span class="quiet"> optional</span>}
      </label>
      {choices ? (
        <select {...attributes} onChange={({ currentTarget }) => onTyped?.(currentTarget.value)}>
          {choices.map(([value, title]) => (
            <option key={value} value={value} selected={value === initial}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...attributes}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          defaultValue={initial}
          {...(list === undefined ? {} : { list })}
          onInput={({ currentTarget }) => onTyped?.(currentTarget.value)}
        />
      )}
      <p id={`${id}-hint`} class="quiet">
        {hint}
      </p>
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

/** An index by name, with the suggestions of the search. */
export function IndexField(props: Omit<FieldProps, 'list' | 'onTyped' | 'choices'>) {
  const list = useId();
  const { board, reference } = usePage();
  const [typed, setTyped] = useState('');
  const markets = useResource(reference.markets).value ?? [];
  const found = search(typed, { assets: board.rows.value, markets, exchanges: [] });
  const byId = new Map(markets.map((market) => [market.id, market]));
  const text = typed.trim().toUpperCase();
  const liquid = LIQUID.filter((name) => text !== '' && name.startsWith(text));
  return (
    <>
      <Field {...props} list={list} onTyped={setTyped} />
      <datalist id={list}>
        {liquid.map((name) => (
          <option key={name} value={name} label="liquid index" />
        ))}
        {found.map(({ kind, id, title, about }) => {
          const market = byId.get(id);
          const name =
            kind === 'asset' ? board.nameOf({ id, symbol: title }) : market && board.nameOfMarket(market);
          return <option key={id} value={name ?? id} label={`${title}, ${about}`} />;
        })}
      </datalist>
    </>
  );
}

interface CheckListProps {
  readonly name: string;
  readonly label: string;
  readonly problem?: string | undefined;
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly checked: readonly string[];
  /** Shown if there is nothing to choose from. */
  readonly empty?: string;
}

/** Any of several values. */
export function CheckList({ name, label, problem, choices, checked, empty }: CheckListProps) {
  const id = useId();
  return (
    <fieldset class="alerts-checks" aria-describedby={`${id}-problem`}>
      <legend>{label}</legend>
      {choices.map(([value, title]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={checked.includes(value)} />
          <span>{title}</span>
        </label>
      ))}
      {choices.length === 0 && <span class="quiet">{empty}</span>}
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}
