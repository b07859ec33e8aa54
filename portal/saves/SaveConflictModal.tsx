// Two saves of a game differ, and the player chooses one. The other one becomes an earlier revision in the account.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import './save-conflict-modal.css';

interface ShownSave {
  readonly summary?: string;
  readonly updatedAt?: string;
  readonly device?: string;
}

export function SaveConflictModal({
  other,
  account,
  isCopy,
  platform,
  answer,
  close,
}: {
  other: ShownSave;
  account: ShownSave;
  /** `other` comes from an account that was merged, not from this device. */
  isCopy: boolean;
  /** `account` is in the storage of this platform: the player has no account. */
  platform?: string | undefined;
  answer: (choice: 'device' | 'account') => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const choose = (choice: 'device' | 'account'): void => {
    answer(choice);
    close();
  };
  return (
    <Dialog title={t('saveConflict.title')} onClose={close}>
      <div className="save-conflict">
        <p>{t('saveConflict.text')}</p>
        <ul>
          <Choice
            title={t(isCopy ? 'saveConflict.otherAccount' : 'saveConflict.thisDevice')}
            save={other}
            choose={() => choose('device')}
          />
          <Choice title={platform ?? t('saveConflict.account')} save={account} choose={() => choose('account')} />
        </ul>
        <p className="muted">{t(platform === undefined ? 'saveConflict.hint' : 'saveConflict.hintWithoutAccount')}</p>
      </div>
    </Dialog>
  );
}

function Choice({ title, save, choose }: { title: string; save: ShownSave; choose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <li>
      <div id={id}>
        <h3>{title}</h3>
        <p>
          <bdi>{save.summary ?? t('saveConflict.noSummary')}</bdi>
        </p>
        <p className="muted">
          {save.updatedAt !== undefined && <RelativeTime at={save.updatedAt} />}
          {save.device !== undefined && <bdi>{save.device}</bdi>}
        </p>
      </div>
      <Button kind="primary" aria-describedby={id} onClick={choose}>
        {t('saveConflict.keep')}
      </Button>
    </li>
  );
}
