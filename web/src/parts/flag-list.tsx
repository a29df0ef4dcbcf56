import { flagWords, type Flag, type IndexType } from '../format/flags.ts';
import './flag-list.css';

interface FlagListProps {
  readonly flags: readonly Flag[];
  /** Of the value; absent for values of several types. */
  readonly type?: IndexType;
  /** Below a table whose rows show the flags by name only. */
  readonly isKey?: boolean;
}

/** Flags with one sentence each that says why a value has it. */
export function FlagList({ flags, type, isKey = false }: FlagListProps) {
  if (flags.length === 0) return null;
  return (
    <ul
      class={`flags ${isKey ? 'flag-key' : ''}`}
      {...(isKey ? { 'aria-label': 'What the flags mean' } : {})}
    >
      {flags.map((flag) => {
        const { title, meaning, isWarning } = flagWords(flag, type);
        return (
          <li key={flag}>
            <span class={`tag ${isWarning ? 'warn' : ''}`}>{title}</span> {meaning}
          </li>
        );
      })}
    </ul>
  );
}
