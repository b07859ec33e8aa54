// What friends are doing in a game, and a way to ask more of them in.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router';
import { client } from '#portal/api.ts';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { useSession } from '#portal/shell/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { ScrollRegion } from '#portal/ui/ScrollRegion.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { countFriends } from './count-friends.ts';
import { FriendLine } from './FriendLine.tsx';
import './social-modal.css';

export function SocialModal({ game, close }: { game: string; close: () => void }) {
  const { t, i18n } = useTranslation();
  const openModal = useOpenModal();
  const friends = useFriends(game);
  // On a site of one game its address is the site's own.
  const path = useHref(runtimeConfig.game === undefined ? `/Games/${game}` : '/');
  const invite = (): Promise<void> => openModal('share', { link: new URL(path, window.location.href).href });
  const list = friends.data?.Friends;
  const number = list && new Intl.NumberFormat(i18n.language).format(countFriends(list));
  return (
    <Dialog title={number === undefined ? t('social.title') : t('social.count', { number })} onClose={close}>
      <div className="social-modal">
        {!friends.isSignedIn ? (
          <EmptyState
            drawing="empty"
            title={t('social.signIn')}
            action={
              <Button kind="primary" onClick={() => void openModal('signIn', { game })}>
                {t('signIn')}
              </Button>
            }
          />
        ) : friends.isError ? (
          <EmptyState
            alert
            drawing={navigator.onLine ? 'broken' : 'offline'}
            title={t('social.failed')}
            action={
              <Button busy={friends.isFetching} onClick={() => void friends.refetch()}>
                {t('retry')}
              </Button>
            }
          />
        ) : list === undefined ? (
          <Waiting />
        ) : list.length === 0 ? (
          <EmptyState drawing="empty" title={t('social.empty')} text={t('social.emptyText')} />
        ) : (
          <ScrollRegion className="list" label={t('social.title')}>
            <ul>
              {list.map((friend) => (
                <FriendLine key={friend.FriendAccountId} friend={friend} />
              ))}
            </ul>
          </ScrollRegion>
        )}
        <Button kind="primary" onClick={() => void invite()}>
          <Icon name="share" />
          {t('social.invite')}
        </Button>
      </div>
    </Dialog>
  );
}

function useFriends(game: string) {
  const session = useSession();
  const friends = useQuery({
    queryKey: ['friends', session, game],
    // Nothing is said of oneself by asking.
    queryFn: () => client.friends.status({ Game: game }),
    enabled: session > 0,
    staleTime: friendsAgeMs,
  });
  return { ...friends, isSignedIn: session > 0 };
}

const friendsAgeMs = 30_000;

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className="waiting" role="status" aria-label={t('loading')}>
      {['70%', '55%', '62%'].map((width) => (
        <div key={width}>
          <Skeleton width="44px" height="44px" round />
          <Skeleton width={width} height="1.4em" />
        </div>
      ))}
    </div>
  );
}
