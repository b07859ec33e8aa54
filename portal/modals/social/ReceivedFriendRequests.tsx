import { useTranslation } from 'react-i18next';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { Button } from '#portal/ui/Button.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { friendErrorKey } from './friend-error.ts';
import { FriendLine } from './FriendLine.tsx';
import { useFriendAction, useFriendRequests, type FriendAction } from './use-friendships.ts';

export function ReceivedFriendRequests() {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const list = useFriendRequests().data?.Received ?? [];
  const change = useFriendAction();
  if (list.length === 0) return null;
  const isBusy = (id: string, which: FriendAction): boolean =>
    change.isPending && change.variables.id === id && change.variables.change === which;
  return (
    <div className="invitations">
      <ul aria-label={t('social.requests')}>
        {list.map(({ RequestId, Name, CreatedAt }) => (
          <li key={RequestId}>
            <FriendLine id={RequestId} name={Name}>
              <p>{t('social.wantsToBeFriends')}</p>
              <RelativeTime at={CreatedAt} />
            </FriendLine>
            <div className="actions">
              <Button
                kind="primary"
                aria-label={`${t('social.accept')}: ${Name}`}
                busy={isBusy(RequestId, 'accept')}
                onClick={() => change.mutate({ change: 'accept', id: RequestId })}
              >
                {t('social.accept')}
              </Button>
              <Button
                aria-label={`${t('social.decline')}: ${Name}`}
                busy={isBusy(RequestId, 'decline')}
                onClick={() => change.mutate({ change: 'decline', id: RequestId })}
              >
                {t('social.decline')}
              </Button>
              <Button
                kind="quiet"
                aria-label={`${t('social.block')}: ${Name}`}
                busy={isBusy(RequestId, 'blockSender')}
                onClick={() =>
                  void openModal('confirm', {
                    title: t('social.blockTitle', { name: Name }),
                    text: t('social.blockText'),
                    action: t('social.block'),
                    danger: true,
                    answer: ({ yes }) => yes && change.mutate({ change: 'blockSender', id: RequestId }),
                  })
                }
              >
                {t('social.block')}
              </Button>
              <Button
                kind="quiet"
                aria-label={t('report.title', { name: Name })}
                onClick={() => void openModal('report', { name: Name, target: { RequestId } })}
              >
                {t('report.action')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {change.isError && <Notice tone="danger">{t(friendErrorKey(change.error))}</Notice>}
    </div>
  );
}
