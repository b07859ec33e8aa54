import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#console/i18n/use-formats.ts';
import type { ListedPlayer } from './player.ts';

type State = Pick<ListedPlayer, 'BlockedAt' | 'BlockedUntil' | 'DeleteAfter'>;

export function PlayerState({ player: { BlockedAt, BlockedUntil, DeleteAfter } }: { player: State }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  return (
    <>
      {BlockedAt !== undefined && (
        <Badge color="red">
          {BlockedUntil === undefined ? t('players.blocked') : t('players.blockedUntil', { day: time(BlockedUntil) })}
        </Badge>
      )}
      {DeleteAfter !== undefined && <Badge color="yellow">{t('players.deletion')}</Badge>}
    </>
  );
}
