import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { FriendEntry } from '#portal/modals/social/FriendEntry.tsx';
import { FriendListSkeleton } from '#portal/modals/social/FriendListSkeleton.tsx';
import { ReceivedInvitations } from '#portal/modals/social/ReceivedInvitations.tsx';
import { ReceivedFriendRequests } from '#portal/modals/social/ReceivedFriendRequests.tsx';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useFriendList } from '#portal/queries/use-friends.ts';
import { useFindableSetting, useFriendAction } from '#portal/modals/social/use-friendships.ts';
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
      <FindableSwitch />
    </ProfileSection>
  );
}

/** Optimistic: rolled back if the call fails. */
function FindableSwitch() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const queries = useQueryClient();
  const { data } = useFindableSetting();
  const show = (Findable: boolean) => queries.setQueryData(['friendSettings', session], { Findable });
  const saving = useMutation({
    mutationFn: (Findable: boolean) => apiClient.friends.settings({ Findable }),
    networkMode: 'always',
    // Changes are sent one after the other, so that the last click wins.
    scope: { id: 'findable' },
    onMutate: show,
    onError: (_, Findable) => show(!Findable),
  });
  if (!data) return null;
  return (
    <label className="setting">
      <span>{t('social.findable')}</span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={data.Findable}
        aria-checked={data.Findable}
        onChange={({ target }) => saving.mutate(target.checked)}
      />
    </label>
  );
}
