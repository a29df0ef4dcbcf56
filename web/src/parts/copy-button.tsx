import { useEffect, useRef, useState } from 'preact/hooks';

const SAID_MS = 2000;

interface CopyProps {
  /** Called when the button is clicked. */
  readonly text: () => string | Promise<string>;
  /** Name of the text, for screen readers. */
  readonly what: string;
}

/** Copies a text and shows whether that worked. */
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
  // Pages loaded over plain HTTP from another machine have no clipboard API.
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
