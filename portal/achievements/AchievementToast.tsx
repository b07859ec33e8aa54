// Shows an unlocked achievement in the portal's own bar above the game, never over the game. Where there is no bar, only
// its icon and points show at the top edge. The text for screen readers is in the live region of the player.
import { useEffect } from 'react';
import type { Achievement } from '#model/achievement.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { AchievementIcon } from './AchievementIcon.tsx';
import './achievement-toast.css';

export function AchievementToast({
  achievement: { Name, Description, Icon, Points },
  onShown,
}: {
  achievement: Achievement;
  onShown: () => void;
}) {
  const { number } = useFormats();
  useEffect(() => {
    const timer = setTimeout(onShown, toastMs);
    return () => clearTimeout(timer);
  }, [onShown]);
  return (
    <div className="achievement-toast" aria-hidden="true">
      <AchievementIcon address={Icon} />
      <p className="text" dir="auto">
        <b>{Name}</b>
        {Description}
      </p>
      {Points > 0 && <span className="points">{`+${number(Points)}`}</span>}
    </div>
  );
}

const toastMs = 6000;
