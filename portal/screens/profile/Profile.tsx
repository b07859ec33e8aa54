// One's own page: who one is here, and the games that are connected.
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { useProfile } from '#portal/shell/session.ts';
import { Avatar } from '#portal/ui/Avatar.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { GameGrid } from '../games/GameGrid.tsx';
import { useGames } from '../games/use-games.ts';
import './profile.css';

export function Profile() {
  const { t, i18n } = useTranslation();
  const profile = useProfile();
  const games = useGames(toLocale(i18n.language));
  if (profile.isError) {
    return (
      <EmptyState
        alert
        drawing="broken"
        title={t('profile.failed')}
        action={
          <Button kind="primary" busy={profile.isFetching} onClick={() => void profile.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  const connected = new Set(profile.data?.ConnectedGames.map(({ Game }) => Game));
  return (
    <div className="profile">
      <section className="card" aria-busy={profile.isPending}>
        {profile.data ? (
          <Avatar id={profile.data.AccountId} name={profile.data.Name} size={88} />
        ) : (
          <Skeleton width="88px" height="88px" round />
        )}
        <h1>{profile.data?.Name ?? <Skeleton width="7em" />}</h1>
        <p>{profile.data?.Email ?? (profile.isPending ? <Skeleton width="12em" /> : t('profile.noEmail'))}</p>
      </section>
      <section aria-labelledby="connected">
        <h2 id="connected">{t('profile.games')}</h2>
        <GameGrid
          games={games}
          none={t('profile.noGames')}
          show={(all) => all.filter(({ GameSystemName }) => connected.has(GameSystemName))}
        />
      </section>
    </div>
  );
}
