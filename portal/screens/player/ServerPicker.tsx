// The player chooses the game's server. A server under maintenance can't be chosen.
import { useTranslation } from 'react-i18next';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import type { GameServerEntry } from '#portal/player/chosen-server.ts';
import { Button } from '#portal/ui/Button.tsx';
import './server-picker.css';

export function ServerPicker({
  title,
  servers,
  now,
  choose,
}: {
  title: string;
  servers: readonly GameServerEntry[];
  now: Date;
  choose: (id: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="player-trouble server-picker">
      <h1>{t('gameServer.title', { game: isolateTextDirection(title) })}</h1>
      <ul>
        {servers.map(({ Id, Name, Maintenance }) => {
          const isClosed = isInMaintenance(Maintenance, now);
          const said = chooseLocalizedText(Maintenance?.Message ?? {}, locale);
          return (
            <li key={Id}>
              <Button className="wide" dir="auto" disabled={isClosed} onClick={() => choose(Id)}>
                {chooseLocalizedText(Name, locale) || Id}
              </Button>
              {isClosed && (
                <p className="muted" role="status">
                  {[
                    said === '' ? t('game.maintenance') : isolateTextDirection(said),
                    Maintenance?.To !== undefined &&
                      t('player.maintenance.until', { time: time.format(Date.parse(Maintenance.To)) }),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
