import { FLAGS, type Flag } from '../format/flags.ts';

/** Flags in words: what each means for the value. */
export function FlagList({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null;
  return (
    <ul class="flags">
      {flags.map((flag) => (
        <li key={flag}>
          <span class={`tag ${FLAGS[flag].isWarning ? 'warn' : ''}`}>{FLAGS[flag].title}</span>{' '}
          {FLAGS[flag].meaning}
        </li>
      ))}
    </ul>
  );
}
