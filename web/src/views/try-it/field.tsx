import { useId, useMemo } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { useResource } from '../../parts/use-resource.ts';
import { completionsOf, meaningOf, type Completed, type Lists } from './completions.ts';
import type { Schema } from './documents.ts';
import { kindText } from './request.ts';

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isRequired?: boolean;
  readonly about?: string | undefined;
  /** The list with suggestions. */
  readonly completed?: Completed | undefined;
}

/** The input for one parameter. */
export function Field(props: FieldProps) {
  const { name, schema, isRequired = false, about } = props;
  const id = useId();
  const values = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  return (
    <div class="tryit-field">
      <label for={id}>
        <span class="name">{name}</span>
        {isRequired && <em>required</em>}
        <span class="kind">{values ? 'choice' : kindText(schema)}</span>
      </label>
      {values ? (
        <select
          id={id}
          class="field"
          value={props.value}
          onChange={({ currentTarget }) => props.onValue(currentTarget.value)}
        >
          <option value="">{isRequired ? 'choose' : defaultText(schema, about)}</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      ) : props.completed ? (
        <Completing id={id} {...props} completed={props.completed} />
      ) : (
        <Text id={id} {...props} />
      )}
      {about !== undefined && about !== '' && <p>{about}</p>}
    </div>
  );
}

/** Descriptions end with the default, if there is one: "Newest first (desc)". */
function defaultText({ default: given }: Schema, about: string | undefined): string {
  const said = given === undefined ? /\(([\w-]+)\)$/.exec(about ?? '')?.[1] : String(given);
  return said === undefined ? 'not sent' : `not sent: ${said}`;
}

interface TextProps extends FieldProps {
  readonly id: string;
  readonly list?: string;
}

function Text({ id, schema, value, onValue, list }: TextProps) {
  const [example] = schema.examples ?? [];
  return (
    <input
      id={id}
      type="text"
      class="field"
      value={value}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      {...(example === undefined ? {} : { placeholder: String(example) })}
      {...(schema.type === 'integer' ? { inputMode: 'numeric' as const } : {})}
      {...(list === undefined ? {} : { list })}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

function Completing(props: TextProps & { readonly completed: Completed }) {
  const { completed, value } = props;
  const { reference } = usePage();
  const assets = useResource(reference.assets).value;
  const markets = useResource(reference.markets).value;
  const exchanges = useResource(reference.exchanges).value;
  const lists: Lists = { assets: assets ?? [], markets: markets ?? [], exchanges: exchanges ?? [] };
  const known = [completed, assets, markets, exchanges, value];
  const found = useMemo(() => completionsOf(completed, lists, value), known);
  const meaning = useMemo(() => meaningOf(completed, lists, value), known);
  const list = `${props.id}-list`;
  return (
    <div class="tryit-completing">
      <Text {...props} list={list} />
      <datalist id={list}>
        {found.map((each) => (
          <option key={each.value} value={each.value} label={each.about === '' ? each.value : each.about} />
        ))}
      </datalist>
      {meaning !== undefined && <span class="tag">{meaning}</span>}
    </div>
  );
}
