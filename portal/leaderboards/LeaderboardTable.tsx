import { useTranslation } from 'react-i18next';
import type { Leaderboard, LeaderboardEntry } from '#model/leaderboard.ts';
import { toLocale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { IconSvg } from '#portal/ui/Icon.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { formatScore } from './format-score.ts';

export function LeaderboardTable({
  entries,
  format,
  report,
}: {
  entries: readonly LeaderboardEntry[];
  format: Leaderboard['Format'];
  /** Players who can be reported have an id. */
  report: (player: { readonly PlayerId: string; readonly Name: string }) => void;
}) {
  const { t, i18n } = useTranslation();
  const { number } = useFormats();
  const locale = toLocale(i18n.language);
  const canReport = entries.some(({ PlayerId }) => PlayerId !== undefined);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('leaderboards.rank')}</th>
          <th scope="col">{t('leaderboards.player')}</th>
          <th scope="col">{t('leaderboards.score')}</th>
          {canReport && (
            <th scope="col">
              <span className="unseen">{t('report.action')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ Rank, Name, Score, IsYou, FriendUid, PlayerId }) => (
          <tr key={Rank} data-you={IsYou}>
            <td>{number(Rank)}</td>
            <td>
              <bdi>{Name}</bdi>
              {IsYou && <Badge tone="good">{t('leaderboards.you')}</Badge>}
              {FriendUid !== undefined && <Badge>{t('leaderboards.friend')}</Badge>}
            </td>
            <td>{formatScore(Score, format, locale)}</td>
            {canReport && (
              <td>
                {PlayerId !== undefined && (
                  <button
                    type="button"
                    className="button quiet"
                    aria-label={t('report.title', { name: Name })}
                    title={t('report.action')}
                    onClick={() => report({ PlayerId, Name })}
                  >
                    <IconSvg size={18}>
                      <path d="M6 21V4h11l-2 4 2 4H6" />
                    </IconSvg>
                  </button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
