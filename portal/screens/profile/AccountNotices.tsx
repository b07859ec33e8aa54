import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useProfileAccount } from './account-context.ts';
import { getAccountChangeErrorTextKey, RejectedChangeError } from '#portal/sign-in/change-error.ts';
import { useAccountChange } from './use-account-change.ts';
import { useAddSignInMethod } from './use-add-sign-in-method.ts';

export function AccountNotices() {
  const { t, i18n } = useTranslation();
  const { overview, isHanded } = useProfileAccount();
  const addIdentity = useAddSignInMethod();
  const keep = useAccountChange(async () => {
    if (!(await apiClient.profile.cancelDeletion({})).Success) throw new RejectedChangeError('profile.cancelDeletion');
  });
  const { DeleteAfter, Account } = overview;
  const mayRegister = Account.Guest && !isHanded;
  if (DeleteAfter === undefined && !mayRegister) return null;
  return (
    <div className="notices">
      {DeleteAfter !== undefined && (
        <Notice
          tone="danger"
          action={
            <Button kind="primary" busy={keep.isPending} onClick={() => keep.mutate(undefined)}>
              {t('profile.cancelDeletion')}
            </Button>
          }
        >
          <p>{t('profile.deletePending', { date: formatDate(DeleteAfter, i18n.language) })}</p>
          {keep.isError && <p>{t(getAccountChangeErrorTextKey(keep.error))}</p>}
        </Notice>
      )}
      {mayRegister && (
        <Notice
          action={
            <Button kind="primary" onClick={() => void addIdentity()}>
              {t('profile.register')}
            </Button>
          }
        >
          {t('profile.guestText')}
        </Notice>
      )}
    </div>
  );
}
