import { flagWords, type Flag } from '../format/flags.ts';

/** Flags in words: what each means for the value. */
export function FlagList({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null;
  return (
    <ul class="flags">
      {flags.map((flag) => {
        const { title, meaning, isWarning } = flagWords(flag);
        return (
          <li key={flag}>
            <span class={`tag ${isWarning ? 'warn' : ''}`}>{title}</span> {meaning}
          </li>
        );
      })}
    </ul>
  );
}
