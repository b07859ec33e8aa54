import { useTranslation } from 'react-i18next';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { usePresence } from '#portal/presence/presence-data.ts';
import { IconSvg } from '#portal/ui/Icon.tsx';
import { Menu } from '#portal/ui/Menu.tsx';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { FriendLine } from './FriendLine.tsx';
import type { FriendAction } from './use-friendships.ts';

export function FriendEntry({
  id,
  name,
  status,
  updatedAt,
  change,
}: {
  id: string;
  name: string;
  status: string;
  updatedAt: string;
  change?: ((change: FriendAction, id: string) => void) | undefined;
}) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const isOnline = usePresence().has(id);
  const ask = (which: 'remove' | 'block'): void =>
    void openModal('confirm', {
      title: t(which === 'remove' ? 'social.removeTitle' : 'social.blockTitle', { name }),
      text: t(which === 'remove' ? 'social.removeText' : 'social.blockText'),
      action: t(which === 'remove' ? 'social.remove' : 'social.block'),
      danger: true,
      answer: ({ yes }) => yes && change?.(which, id),
    });
  return (
    <li className="friend-entry">
      <FriendLine
        id={id}
        name={name}
        end={isOnline ? <span className="online">{t('social.online')}</span> : <RelativeTime at={updatedAt} />}
      >
        <bdi>{status}</bdi>
      </FriendLine>
      {change && (
        <Menu
          label={t('social.more', { name })}
          button={
            <IconSvg>
              <path d="M12 5.5v.01M12 12v.01M12 18.5v.01" strokeWidth="3" />
            </IconSvg>
          }
          items={[
            { key: 'remove', label: t('social.remove'), choose: () => ask('remove') },
            {
              key: 'report',
              label: t('report.action'),
              choose: () => void openModal('report', { name, target: { FriendAccountId: id } }),
            },
            { key: 'block', label: t('social.block'), choose: () => ask('block') },
          ]}
        />
      )}
    </li>
  );
}
