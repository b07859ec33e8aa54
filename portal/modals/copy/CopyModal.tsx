import { useTranslation } from 'react-i18next';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Field } from '#portal/ui/Field.tsx';

/** Shows a text to copy by hand, if the browser denies access to the clipboard. */
export function CopyModal({ text, close }: { text: string; close: () => void }) {
  const { t } = useTranslation();
  const key = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? 'Cmd+C' : 'Ctrl+C';
  return (
    <Dialog title={t('copy.title')} size="large" onClose={close}>
      <Field
        label={t('copy.label')}
        hint={t('copy.hint', { key })}
        value={text}
        readOnly
        onFocus={(event) => event.target.select()}
        autoFocus
      />
    </Dialog>
  );
}
