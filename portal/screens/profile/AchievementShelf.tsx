// What the player has unlocked in all games, and whether friends see it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { GameAchievements } from '#contract/achievements.ts';
import { toLocale } from '#model/locale.ts';
import {
  achievementSettingsQuery,
  saveAchievementSettings,
  shelfQuery,
  showAchievementSettings,
} from '#portal/achievements/achievements-query.ts';
import { AchievementIcon } from '#portal/achievements/AchievementIcon.tsx';
import { AchievementList } from '#portal/achievements/AchievementList.tsx';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useOwnPagePaths } from '#portal/shell/own-page-paths.ts';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { useProfileAccount } from './account-context.ts';
import './achievement-shelf.css';

export function AchievementShelf() {
  const { t, i18n } = useTranslation();
  const { isHanded } = useProfileAccount();
  const { number } = useFormats();
  const shelf = useQuery(shelfQuery(useSessionNumber(), toLocale(i18n.language)));
  if (shelf.isPending)
    return (
      <div aria-busy="true" role="status">
        <span className="unseen">{t('loading')}</span>
        <Skeleton height="120px" />
      </div>
    );
  if (shelf.isError) return <LoadFailed title={t('achievements.failed')} query={shelf} />;
  const { Points, Games } = shelf.data;
  return (
    <>
      {Games.length === 0 ? (
        <div>
          <p>{t('achievements.empty')}</p>
          <p className="muted">{t('achievements.emptyText')}</p>
        </div>
      ) : (
        <>
          <p className="total-points">{t('achievements.total', { points: number(Points) })}</p>
          <ShelfGames games={Games} />
        </>
      )}
      {!isHanded && <ShownToFriendsSwitch />}
    </>
  );
}

function ShelfGames({ games }: { games: readonly GameAchievements[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { gamePage } = useOwnPagePaths();
  const gameOf = useGamesByName(games.map(({ Game }) => Game));
  return (
    <ul className="achievement-shelf">
      {games.map(({ Game, Points, Total, Achievements }) => {
        const listed = gameOf(Game);
        return (
          <li key={Game}>
            <details>
              <summary>
                <span className="title" dir="auto">
                  {listed?.Title ?? Game}
                </span>
                <span className="muted">
                  {t('achievements.summary', { done: number(Achievements.length), all: number(Total) })}
                </span>
                <span className="muted">{t('achievements.points', { points: number(Points) })}</span>
                <span className="icons" aria-hidden="true">
                  {Achievements.slice(0, maxIcons).map(({ Code, Icon }) => (
                    <AchievementIcon key={Code} address={Icon} />
                  ))}
                </span>
              </summary>
              <AchievementList achievements={Achievements} />
              {listed && <Link to={gamePage(Game)}>{t('about')}</Link>}
            </details>
          </li>
        );
      })}
    </ul>
  );
}

const maxIcons = 8;

/** Optimistic: rolled back if the call fails. */
function ShownToFriendsSwitch() {
  const { t } = useTranslation();
  const session = useSessionNumber();
  const queries = useQueryClient();
  const { data } = useQuery(achievementSettingsQuery(session));
  const show = (isShown: boolean) => showAchievementSettings(queries, session, isShown);
  const saving = useMutation({
    mutationFn: saveAchievementSettings,
    networkMode: 'always',
    // Changes are sent one after the other, so that the last click wins.
    scope: { id: 'shown achievements' },
    onMutate: show,
    onError: (_, isShown) => show(!isShown),
  });
  if (!data) return null;
  return (
    <label className="setting">
      <span>{t('achievements.showToFriends')}</span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={data.ShownToFriends}
        aria-checked={data.ShownToFriends}
        onChange={({ target }) => saving.mutate(target.checked)}
      />
    </label>
  );
}
