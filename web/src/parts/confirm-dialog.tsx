import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  /** Name of the button that confirms. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const CONFIRMED = 'confirmed';

/** Asks before something that cannot be undone. Escape cancels. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    if (dialog.current?.returnValue === CONFIRMED) onConfirm();
    onClose();
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <form method="dialog">
        <button class="button" autofocus>
          Cancel
        </button>
        <button class="button main" value={CONFIRMED}>
          {action}
        </button>
      </form>
    </dialog>
  );
}
