// A full-width QR code with a game's Discord link, on single-game sites.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { usePageTarget } from '#portal/shell/use-page-target.ts';

export function DiscordQr() {
  const { t } = useTranslation();
  const { game } = usePageTarget();
  const config = useQuery({ ...gameConfigQuery(game ?? ''), enabled: game !== undefined });
  const image = config.data?.Links?.DiscordQrUrl;
  if (image === undefined) return null;
  return <img src={image} alt={t('discordQr')} width="1024" height="1024" style={{ width: '100%', height: 'auto' }} />;
}
