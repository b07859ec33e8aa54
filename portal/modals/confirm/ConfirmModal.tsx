// Asks for confirmation of an action that is hard to undo. Closing the modal in any way means no.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import './confirm-modal.css';

export interface ConfirmQuestion {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly danger?: boolean;
  /** A checkbox: required before confirming, or an option returned with the answer. */
  readonly tick?: { readonly label: string; readonly required: boolean };
}

export interface ConfirmAnswer {
  readonly yes: boolean;
  readonly ticked: boolean;
}

export function ConfirmModal({
  title,
  text,
  action,
  danger = false,
  tick,
  answer,
  close,
}: ConfirmQuestion & { answer: (chosen: ConfirmAnswer) => void; close: () => void }) {
  const { t } = useTranslation();
  const [ticked, setTicked] = useState(false);
  const isBlocked = tick?.required === true && !ticked;
  return (
    <Dialog title={title} size="small" onClose={close}>
      <form
        className="confirm-modal"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBlocked) return;
          answer({ yes: true, ticked });
          close();
        }}
      >
        <p>{text}</p>
        {tick && (
          <label>
            <input type="checkbox" checked={ticked} onChange={({ target }) => setTicked(target.checked)} />
            <span>{tick.label}</span>
          </label>
        )}
        <div className="actions" ref={focusFirst}>
          <Button onClick={close}>{t('confirmModal.cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" disabled={isBlocked}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Focuses the cancel button, so that an accidental key press does no harm. */
function focusFirst(actions: HTMLElement | null): void {
  actions?.querySelector('button')?.setAttribute('autofocus', '');
}
