// The browser's own modal dialog. Escape, the close button and the backdrop only call the owner, who decides. Browsers
// close a dialog on the second Escape in any case: then it opens again and the owner is called.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import './dialog.css';

export function Dialog({
  title,
  onClose,
  onDismiss = onClose,
  size = 'normal',
  closable = true,
  children,
}: {
  title: string;
  onClose: () => void;
  /** For Escape and the backdrop, if they differ from the close button. */
  onDismiss?: () => void;
  size?: 'small' | 'normal' | 'large' | 'full';
  closable?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    // Restores the focus even if the dialog is removed together with its page.
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => holdFocus(dialog.current), []);
  useEffect(() => (closable ? onPressOutside(dialog.current, onDismiss) : undefined), [closable, onDismiss]);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onDismiss();
      }}
      onClose={() => {
        const element = dialog.current;
        if (!element || element.open) return;
        element.showModal();
        if (closable) onDismiss();
      }}
    >
      <div className="panel">
        {/* Not a `header` element: screen readers would announce it as the page's banner. */}
        <header role="none">
          <h2 id={id}>{title}</h2>
          {closable && (
            <button type="button" className="button quiet close" aria-label={t('close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className="content">{children}</div>
      </div>
    </dialog>
  );
}

// A press counts only if it starts and ends outside: selecting text from the inside out must not close the dialog.
function onPressOutside(dialog: HTMLDialogElement | null, act: () => void): () => void {
  const ending = new AbortController();
  let beganOutside = false;
  const options = { signal: ending.signal };
  dialog?.addEventListener('pointerdown', ({ target }) => (beganOutside = target === dialog), options);
  dialog?.addEventListener('click', ({ target }) => beganOutside && target === dialog && act(), options);
  return () => ending.abort();
}

// Tab would otherwise leave the last control for the browser's own.
function holdFocus(dialog: HTMLDialogElement | null): () => void {
  const ending = new AbortController();
  const goRound = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || !dialog) return;
    const stops = [...dialog.querySelectorAll<HTMLElement>(tabStops)].filter((stop) => stop.checkVisibility());
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== from && document.activeElement !== dialog) return;
    event.preventDefault();
    to?.focus();
  };
  dialog?.addEventListener('keydown', goRound, { signal: ending.signal });
  return () => ending.abort();
}

const tabStops = ':is(a[href], button, iframe, input, select, textarea, [tabindex="0"]):not(:disabled)';
