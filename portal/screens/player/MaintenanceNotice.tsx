import { useTranslation } from 'react-i18next';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

/** A game in maintenance: the developer's message and the expected end. The page reloads by itself. */
export function MaintenanceNotice({
  title,
  maintenance,
}: {
  title: string;
  maintenance: { To?: string; Message?: Record<string, string> } | undefined;
}) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const said = maintenance?.Message ? isolateTextDirection(chooseLocalizedText(maintenance.Message, locale)) : '';
  const until =
    maintenance?.To === undefined
      ? ''
      : t('player.maintenance.until', {
          time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
            Date.parse(maintenance.To),
          ),
        });
  return (
    <div className="player-trouble" role="status">
      <EmptyState
        drawing="soon"
        title={t('player.maintenance.title', { title })}
        text={[said, until, t('player.maintenance.text')].filter(Boolean).join(' ')}
        {...(runtimeConfig.game === undefined && { action: <ButtonLink to="/">{t('nav.home')}</ButtonLink> })}
      />
    </div>
  );
}
