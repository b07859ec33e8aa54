// One question before something happens that is not easily taken back. Closing it, whichever way, is a no.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import './confirm-modal.css';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button does. */
  readonly action: string;
  readonly danger?: boolean;
  /** A box to tick: one that has to be ticked first, or a choice that goes with the answer. */
  readonly tick?: { readonly label: string; readonly required: boolean };
}

export interface Answer {
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
}: Question & { answer: (chosen: Answer) => void; close: () => void }) {
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

/** The dialog gives the focus to what has the attribute: the way out, so that a press too many does no harm. */
function focusFirst(actions: HTMLElement | null): void {
  actions?.querySelector('button')?.setAttribute('autofocus', '');
}
