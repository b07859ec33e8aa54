import { IconSvg } from '#portal/ui/Icon.tsx';
import './achievement-icon.css';

/** The achievement's own picture, or a medal. Its name stands next to it. */
export function AchievementIcon({ address, isLocked = false }: { address: string | undefined; isLocked?: boolean }) {
  return (
    <span className="achievement-icon" data-locked={isLocked}>
      {address === undefined ? (
        <IconSvg size={24}>{medal}</IconSvg>
      ) : (
        <img src={address} alt="" width="40" height="40" loading="lazy" />
      )}
    </span>
  );
}

const medal = (
  <path d="M12 21a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8.5 10 5 3h4.5L12 8l2.5-5H19l-3.5 7M12 12.5v5M10.5 13.5l1.5-1" />
);
