import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';

export function InfoModal({ title, text, close }: { title: string; text: string; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} size="small" onClose={close}>
      <p>{text}</p>
      <Button kind="primary" className="wide" onClick={close}>
        {t('close')}
      </Button>
    </Dialog>
  );
}
