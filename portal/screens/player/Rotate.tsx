import { useTranslation } from 'react-i18next';
import { Icon } from '#portal/ui/Icon.tsx';

/** Over the game on a device that is held the other way. The style sheet knows when that is. */
export function Rotate({ wanted }: { wanted: 'landscape' | 'portrait' }) {
  const { t } = useTranslation();
  return (
    <div className={`player-rotate wants-${wanted}`} role="alert">
      <Icon name="turn" size={72} />
      <p className="title">{t('player.rotate')}</p>
      <p>{wanted === 'landscape' ? t('player.rotateLandscape') : t('player.rotatePortrait')}</p>
    </div>
  );
}
