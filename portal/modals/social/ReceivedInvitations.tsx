// Friends' invitations to games. Renders nothing if there are none.
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { FriendLine } from './FriendLine.tsx';
import { useDismissInvitation, useReceivedInvitations } from '#portal/queries/use-friends.ts';
import './invitations.css';

export function ReceivedInvitations({ game }: { game?: string }) {
  const { t } = useTranslation();
  const invitations = useReceivedInvitations(game);
  const dismissal = useDismissInvitation();
  const list = invitations.data?.Invites ?? [];
  if (list.length === 0) return null;
  return (
    <div className="invitations">
      <ul aria-label={t('social.invitations')}>
        {list.map((invite) => {
          const { FriendAccountId, Name, Game, Title, Message, CreatedAt } = invite;
          const isLeaving = dismissal.isPending && dismissal.variables === invite;
          const what = t('social.invites', { name: Name, title: Title });
          return (
            <li key={`${FriendAccountId} ${Game}`}>
              <FriendLine id={FriendAccountId} name={Name}>
                <p>{t('social.invitesYou', { title: Title })}</p>
                {Message !== '' && (
                  <blockquote>
                    <bdi>{Message}</bdi>
                  </blockquote>
                )}
                <RelativeTime at={CreatedAt} />
              </FriendLine>
              <div className="actions">
                <ButtonLink
                  kind="primary"
                  to={`/play/${Game}`}
                  aria-label={`${t('play')}: ${what}`}
                  onClick={() => dismissal.mutate(invite)}
                >
                  {t('play')}
                </ButtonLink>
                <Button
                  aria-label={`${t('social.dismiss')}: ${what}`}
                  busy={isLeaving}
                  onClick={() => dismissal.mutate(invite)}
                >
                  {t('social.dismiss')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {dismissal.isError && <Notice tone="danger">{t('social.dismissFailed')}</Notice>}
    </div>
  );
}
