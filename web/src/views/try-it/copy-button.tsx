import { useEffect, useRef, useState } from 'preact/hooks';

const SAID_MS = 2000;

interface CopyProps {
  /** Asked for when it is copied. */
  readonly text: () => string | Promise<string>;
  /** For those who do not see what stands beside it. */
  readonly what: string;
}

/** Copies a text and says whether that went well. */
export function CopyButton({ text, what }: CopyProps) {
  const [said, setSaid] = useState<'Copy' | 'Copied' | 'Not copied'>('Copy');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const isDone = await copied(await text());
    setSaid(isDone ? 'Copied' : 'Not copied');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid('Copy'), SAID_MS);
  };
  return (
    <button type="button" class="button small" aria-label={`${said} ${what}`} onClick={() => void copy()}>
      {said}
    </button>
  );
}

async function copied(text: string): Promise<boolean> {
  // Pages that came over plain HTTP from another machine have no clipboard of their own.
  if (!('clipboard' in navigator)) return copiedBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return copiedBySelection(text);
    throw error;
  }
}

function copiedBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.className = 'unseen';
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
