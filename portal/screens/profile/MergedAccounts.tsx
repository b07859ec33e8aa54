import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { Button } from '#portal/ui/Button.tsx';
import { useProfileAccount } from './account-context.ts';
import { RejectedChangeError } from '#portal/sign-in/change-error.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { useAccountChange } from './use-account-change.ts';

export function MergedAccounts() {
  const { t, i18n } = useTranslation();
  const { overview } = useProfileAccount();
  const confirm = useConfirm();
  const undoing = useAccountChange(async (id: string) => {
    if (!(await apiClient.profile.undoMerge({ MergeId: id })).Success)
      throw new RejectedChangeError('profile.undoMerge');
  });
  const undo = async (id: string, name: string): Promise<void> => {
    const { yes } = await confirm({
      title: t('profile.undoTitle', { name: isolateTextDirection(name) }),
      text: t('profile.undoText', { name: isolateTextDirection(name) }),
      action: t('profile.undo'),
    });
    // The row disappears, and with the last one the section.
    if (yes) undoing.mutate(id, { onSuccess: () => document.getElementById('content')?.focus() });
  };
  return (
    <ProfileSection id="merges" title={t('profile.mergedAccounts')} error={undoing.error}>
      <ul className="rows">
        {overview.Merges.map(({ MergeId, Name, MergedAt, UndoUntil }) => (
          <li key={MergeId}>
            <div className="what">
              <p className="title">
                <bdi>{Name}</bdi>
              </p>
              <p className="details">
                <span>{t('profile.mergedOn', { date: formatDate(MergedAt, i18n.language) })}</span>
                <span>{t('profile.undoUntil', { date: formatDate(UndoUntil, i18n.language) })}</span>
              </p>
            </div>
            <Button
              aria-label={`${t('profile.undo')}: ${Name}`}
              busy={undoing.isPending && undoing.variables === MergeId}
              onClick={() => void undo(MergeId, Name)}
            >
              {t('profile.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </ProfileSection>
  );
}
