import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LeaderboardPanel } from '#portal/leaderboards/LeaderboardPanel.tsx';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';

/** A game's leaderboards, over the running game. */
export function LeaderboardsModal({
  game,
  board,
  close,
}: {
  game: string;
  board?: string | undefined;
  close: () => void;
}) {
  const { t } = useTranslation();
  const config = useQuery(gameConfigQuery(game));
  return (
    <Dialog title={t('leaderboards.title')} onClose={close}>
      {config.data ? (
        <LeaderboardPanel game={game} boards={config.data.Leaderboards} firstBoard={board} />
      ) : config.isError ? (
        <LoadFailed title={t('leaderboards.failed')} query={config} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  );
}
