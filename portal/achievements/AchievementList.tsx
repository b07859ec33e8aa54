import { useTranslation } from 'react-i18next';
import type { Achievement } from '#model/achievement.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { RelativeTime } from '#portal/ui/RelativeTime.tsx';
import { AchievementIcon } from './AchievementIcon.tsx';
import './achievement-list.css';

export function AchievementList({ achievements }: { achievements: readonly Achievement[] }) {
  return (
    <ul className="achievement-list">
      {achievements.map((achievement) => (
        <AchievementRow key={achievement.Code} achievement={achievement} />
      ))}
    </ul>
  );
}

function AchievementRow({ achievement }: { achievement: Achievement }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { Game, Code, Name, Description, Icon, Points, Progress, Target, UnlockedAt } = achievement;
  const id = `achievement-${Game}-${Code}`;
  return (
    <li>
      <AchievementIcon address={Icon} isLocked={UnlockedAt === undefined} />
      <div className="about">
        <p className="achievement-name" dir="auto" id={id}>
          {Name}
        </p>
        {Description !== '' && <p dir="auto">{Description}</p>}
        {UnlockedAt === undefined && Target > 1 && (
          <div className="progress">
            <progress value={Progress} max={Target} aria-labelledby={id} />
            <span>{t('achievements.progress', { progress: number(Progress), target: number(Target) })}</span>
          </div>
        )}
        <p className="details">
          {Points > 0 && <span>{t('achievements.points', { points: number(Points) })}</span>}
          {UnlockedAt !== undefined && (
            <RelativeTime at={UnlockedAt} say={(time) => t('achievements.unlockedAt', { time })} />
          )}
        </p>
      </div>
    </li>
  );
}
