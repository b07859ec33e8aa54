import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useProfileAccount } from './account-context.ts';
import { downloadJson } from './download-json.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { useAccountChange } from './use-account-change.ts';

export function PersonalData() {
  const { t } = useTranslation();
  const { overview } = useProfileAccount();
  const confirm = useConfirm();
  const download = useMutation({
    mutationFn: async () => {
      const everything = await apiClient.profile.exportData({});
      downloadJson(everything, `account-${everything.ExportedAt.slice(0, 10)}.json`);
    },
    networkMode: 'always',
  });
  const deletion = useAccountChange(() => apiClient.profile.requestDeletion({}));
  const requestDeletion = async (): Promise<void> => {
    const { yes } = await confirm({
      title: t('profile.deleteTitle'),
      text: t('profile.deleteEffects'),
      action: t('profile.delete'),
      danger: true,
      tick: { label: t('profile.deleteCheckbox'), required: true },
    });
    if (!yes) return;
    // Where the notice about the deletion appears.
    deletion.mutate(undefined, { onSuccess: () => document.getElementById('content')?.focus() });
  };
  return (
    <ProfileSection id="data" title={t('profile.data')} error={download.error ?? deletion.error}>
      <ul className="rows">
        <li>
          <p className="what muted">{t('profile.dataText')}</p>
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            {t('profile.download')}
          </Button>
        </li>
        {overview.DeleteAfter === undefined && (
          <li>
            <p className="what muted">{t('profile.deleteText')}</p>
            <Button kind="danger" busy={deletion.isPending} onClick={() => void requestDeletion()}>
              {t('profile.delete')}
            </Button>
          </li>
        )}
      </ul>
      {download.isSuccess && <Notice tone="good">{t('profile.downloaded')}</Notice>}
    </ProfileSection>
  );
}
