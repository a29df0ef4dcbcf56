import { flagWords, type Flag, type IndexType } from '../format/flags.ts';
import './flag-list.css';

interface FlagListProps {
  readonly flags: readonly Flag[];
  /** Type of the value; absent for values of several types. */
  readonly type?: IndexType;
  /** True below a table whose rows show flags by name only. */
  readonly isKey?: boolean;
}

/** Flags with one sentence each that explains them. */
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
