import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { FindPlayers } from './FindPlayers.tsx';
import { InviteByMail } from './InviteByMail.tsx';
import { InviteLink } from './InviteLink.tsx';
import { PlayerList } from './PlayerList.tsx';
import { ReceivedFriendRequests } from './ReceivedFriendRequests.tsx';
import { useFriendSuggestions } from './use-friendships.ts';
import { SentRequestsAndBlocks } from './SentRequestsAndBlocks.tsx';
import './add-friends.css';

export function AddFriends({ game, back }: { game: string | undefined; back?: () => void }) {
  const { t } = useTranslation();
  const suggested = useFriendSuggestions().data?.Players ?? [];
  return (
    <div className="add-friends">
      {back && (
        <Button kind="quiet" className="back" onClick={back}>
          <Icon name="back" />
          {t('social.back')}
        </Button>
      )}
      <ReceivedFriendRequests />
      <InviteLink game={game} />
      <InviteByMail game={game} />
      <FindPlayers />
      {suggested.length > 0 && (
        <section aria-labelledby="suggested-players">
          <h3 id="suggested-players">{t('social.suggested')}</h3>
          <PlayerList players={suggested} />
        </section>
      )}
      <SentRequestsAndBlocks />
    </div>
  );
}
