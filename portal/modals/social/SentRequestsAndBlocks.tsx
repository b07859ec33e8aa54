import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { friendErrorKey } from './friend-error.ts';
import { FriendLine } from './FriendLine.tsx';
import {
  useBlockedPlayers,
  useFriendAction,
  useFriendRequests,
  type FriendAction,
  type FriendInviteLink,
} from './use-friendships.ts';

export function SentRequestsAndBlocks() {
  const { t, i18n } = useTranslation();
  const requests = useFriendRequests().data;
  const blocks = useBlockedPlayers().data?.Blocks ?? [];
  const change = useFriendAction();
  const count = (number: number): string => new Intl.NumberFormat(i18n.language).format(number);
  const takeBack = (which: FriendAction, id: string, label: string, about: string) => (
    <Button
      aria-label={`${label}: ${about}`}
      busy={change.isPending && change.variables.id === id}
      onClick={() => change.mutate({ change: which, id })}
    >
      {label}
    </Button>
  );
  const titleOf = ({ Method }: FriendInviteLink): string => t(Method === 'Mail' ? 'social.sentByEmail' : 'social.link');
  const usesOf = ({ Method, Uses, MaxUses }: FriendInviteLink): string =>
    Method === 'Mail' ? '' : ` · ${t('social.uses', { uses: count(Uses), max: count(MaxUses) })}`;
  return (
    <>
      {requests && requests.Sent.length > 0 && (
        <section aria-labelledby="sent-requests">
          <h3 id="sent-requests">{t('social.sentRequests')}</h3>
          <ul className="players">
            {requests.Sent.map(({ RequestId, Name, CreatedAt }) => (
              <li key={RequestId}>
                <FriendLine
                  id={RequestId}
                  name={Name}
                  end={takeBack('withdraw', RequestId, t('social.withdraw'), Name)}
                >
                  <RelativeTime at={CreatedAt} />
                </FriendLine>
              </li>
            ))}
          </ul>
        </section>
      )}
      {requests && requests.Links.length > 0 && (
        <section aria-labelledby="own-links">
          <h3 id="own-links">{t('social.links')}</h3>
          <ul className="players">
            {requests.Links.map((link) => (
              <li key={link.LinkId} className="own-link">
                <div>
                  <p>{titleOf(link)}</p>
                  <p className="friend-words">
                    <RelativeTime at={link.CreatedAt} />
                    {usesOf(link)}
                  </p>
                </div>
                {takeBack('revoke', link.LinkId, t('social.revoke'), titleOf(link))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {blocks.length > 0 && (
        <section aria-labelledby="blocked-players">
          <h3 id="blocked-players">{t('social.blocked')}</h3>
          <ul className="players">
            {blocks.map(({ BlockId, Name, CreatedAt }) => (
              <li key={BlockId}>
                <FriendLine id={BlockId} name={Name} end={takeBack('unblock', BlockId, t('social.unblock'), Name)}>
                  <RelativeTime at={CreatedAt} />
                </FriendLine>
              </li>
            ))}
          </ul>
        </section>
      )}
      {change.isError && <Notice tone="danger">{t(friendErrorKey(change.error))}</Notice>}
    </>
  );
}
