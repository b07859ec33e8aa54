// A game's achievements on its page, with the player's progress and that of friends who show theirs.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FriendAchievements } from '#contract/achievements.ts';
import { toLocale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { useSessionNumber } from '#portal/session.ts';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { AchievementList } from './AchievementList.tsx';
import { friendsAchievementsQuery, gameAchievementsQuery } from './achievements-query.ts';
import './game-achievements.css';

export function GameAchievements({ game }: { game: string }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormats();
  const session = useSessionNumber();
  const achievements = useQuery(gameAchievementsQuery(session, toLocale(i18n.language), game));
  const friends = useQuery(friendsAchievementsQuery(session, game)).data?.Friends ?? [];
  if (achievements.isError) return <LoadFailed title={t('achievements.failed')} query={achievements} />;
  if (!achievements.data) return null;
  const { Achievements, HiddenCount } = achievements.data;
  const all = Achievements.length + HiddenCount;
  const unlocked = Achievements.filter(({ UnlockedAt }) => UnlockedAt !== undefined);
  const points = unlocked.reduce((sum, { Points }) => sum + Points, 0);
  return (
    <div className="game-achievements">
      {session > 0 && (
        <p className="muted">
          <span>{t('achievements.summary', { done: number(unlocked.length), all: number(all) })}</span>
          <span>{t('achievements.points', { points: number(points) })}</span>
        </p>
      )}
      <AchievementList achievements={Achievements} />
      {HiddenCount > 0 && <p className="muted">{t('achievements.hidden', { number: number(HiddenCount) })}</p>}
      {friends.length > 0 && <FriendsAchievements friends={friends} all={all} />}
    </div>
  );
}

function FriendsAchievements({ friends, all }: { friends: readonly FriendAchievements[]; all: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      <h3 id="friends-achievements">{t('social.title')}</h3>
      <ul className="friends-achievements" aria-labelledby="friends-achievements">
        {friends.map(({ FriendAccountId, Name, Points, Unlocked }) => (
          <li key={FriendAccountId}>
            <span className="name" dir="auto">
              {Name}
            </span>
            <span>{t('achievements.summary', { done: number(Unlocked), all: number(Math.max(all, Unlocked)) })}</span>
            <span>{t('achievements.points', { points: number(Points) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
