import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { FriendEntry } from '#portal/modals/social/FriendEntry.tsx';
import { FriendListSkeleton } from '#portal/modals/social/FriendListSkeleton.tsx';
import { ReceivedInvitations } from '#portal/modals/social/ReceivedInvitations.tsx';
import { ReceivedFriendRequests } from '#portal/modals/social/ReceivedFriendRequests.tsx';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useFriendList } from '#portal/queries/use-friends.ts';
import { useFriendAction, useFriendSettings, type FriendSettings } from '#portal/modals/social/use-friendships.ts';
import { useSessionNumber } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { ProfileSection } from './ProfileSection.tsx';

export function Friends() {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const friends = useFriendList();
  const change = useFriendAction();
  const list = friends.data?.Friends;
  return (
    <ProfileSection id="friends" title={t('social.title')} error={friends.error ?? change.error}>
      <ReceivedFriendRequests />
      <ReceivedInvitations />
      {list === undefined ? (
        friends.isPending && <FriendListSkeleton />
      ) : list.length === 0 ? (
        <p className="muted">{t('social.noFriends')}</p>
      ) : (
        <ul className="rows friends">
          {list.map(({ FriendAccountId, Name, Status, LastUpdatedAt }) => (
            <FriendEntry
              key={FriendAccountId}
              id={FriendAccountId}
              name={Name}
              status={Status}
              updatedAt={LastUpdatedAt}
              change={(which, id) => change.mutate({ change: which, id })}
            />
          ))}
        </ul>
      )}
      <div className="actions">
        <Button onClick={() => void openModal('social', { view: 'add' })}>
          <Icon name="person" />
          {t('social.add')}
        </Button>
      </div>
      <SettingSwitch setting="Findable" label={t('social.findable')} />
      <SettingSwitch setting="SharesScores" label={t('social.scores')} />
    </ProfileSection>
  );
}

/** Optimistic: rolled back if the call fails. */
function SettingSwitch({ setting, label }: { setting: keyof FriendSettings; label: string }) {
  const session = useSessionNumber();
  const queries = useQueryClient();
  const { data } = useFriendSettings();
  const show = (isOn: boolean) =>
    queries.setQueryData<FriendSettings>(
      ['friendSettings', session],
      (before) => before && { ...before, [setting]: isOn },
    );
  const saving = useMutation({
    mutationFn: (isOn: boolean) => apiClient.friends.settings({ [setting]: isOn }),
    networkMode: 'always',
    // Changes are sent one after the other, so that the last click wins.
    scope: { id: setting },
    onMutate: show,
    onError: (_, isOn) => show(!isOn),
  });
  if (!data) return null;
  return (
    <label className="setting">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={data[setting]}
        aria-checked={data[setting]}
        onChange={({ target }) => saving.mutate(target.checked)}
      />
    </label>
  );
}
