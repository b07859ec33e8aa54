import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { identityTitle } from '#portal/sign-in/identity-title.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { friendErrorKey } from './friend-error.ts';
import { FriendLine } from './FriendLine.tsx';
import { useSendFriendRequest, type FoundPlayer } from './use-friendships.ts';

export function PlayerList({ players, name }: { players: readonly FoundPlayer[]; name?: string | undefined }) {
  const { t } = useTranslation();
  const asking = useSendFriendRequest();
  const [asked, setAsked] = useState<ReadonlyMap<string, 'Sent' | 'Friends'>>(new Map());
  const ask = async (PlayerId: string): Promise<void> => {
    const { Outcome } = await asking.mutateAsync({ PlayerId, ...(name !== undefined && { Name: name }) });
    setAsked((before) => new Map(before).set(PlayerId, Outcome));
  };
  return (
    <>
      <ul className="players">
        {players.map(({ PlayerId, Name, KnownFrom }) => {
          const outcome = asked.get(PlayerId);
          return (
            <li key={PlayerId}>
              <FriendLine
                id={PlayerId}
                name={Name}
                end={
                  outcome === undefined ? (
                    <Button
                      aria-label={`${t('social.sendRequest')}: ${Name}`}
                      busy={asking.isPending && asking.variables.PlayerId === PlayerId}
                      // The error is shown below the list.
                      onClick={() => void ask(PlayerId).catch(() => undefined)}
                    >
                      {t('social.sendRequest')}
                    </Button>
                  ) : (
                    <span role="status">{t(outcome === 'Sent' ? 'social.requestSent' : 'social.alreadyFriends')}</span>
                  )
                }
              >
                {KnownFrom !== undefined && t('social.knownFrom', { title: identityTitle(KnownFrom, t) })}
              </FriendLine>
            </li>
          );
        })}
      </ul>
      {asking.isError && <Notice tone="danger">{t(friendErrorKey(asking.error))}</Notice>}
    </>
  );
}
