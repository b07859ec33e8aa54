import { useTranslation } from 'react-i18next';
import { IconSvg } from '#portal/ui/Icon.tsx';

/** Asks the player to rotate the device. The style sheet decides when it is visible. */
export function RotatePrompt({ wanted }: { wanted: 'landscape' | 'portrait' }) {
  const { t } = useTranslation();
  return (
    <div className={`player-rotate wants-${wanted}`} role="alert">
      <IconSvg size={72}>
        <path d="M4.5 10h15A1.5 1.5 0 0 1 21 11.5v7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18.5v-7A1.5 1.5 0 0 1 4.5 10zM18 14v2M6 6.5c3-3.5 9-3.5 12 0M18.2 3v3.6h-3.6" />
      </IconSvg>
      <p className="title">{t('player.rotate')}</p>
      <p>{wanted === 'landscape' ? t('player.rotateLandscape') : t('player.rotatePortrait')}</p>
    </div>
  );
}
