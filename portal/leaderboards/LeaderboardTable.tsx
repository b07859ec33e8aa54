import { useTranslation } from 'react-i18next';
import type { Leaderboard, LeaderboardEntry } from '#model/leaderboard.ts';
import { toLocale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { formatScore } from './format-score.ts';

export function LeaderboardTable({
  entries,
  format,
}: {
  entries: readonly LeaderboardEntry[];
  format: Leaderboard['Format'];
}) {
  const { t, i18n } = useTranslation();
  const { number } = useFormats();
  const locale = toLocale(i18n.language);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('leaderboards.rank')}</th>
          <th scope="col">{t('leaderboards.player')}</th>
          <th scope="col">{t('leaderboards.score')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ Rank, Name, Score, IsYou, FriendUid }) => (
          <tr key={Rank} data-you={IsYou}>
            <td>{number(Rank)}</td>
            <td>
              <bdi>{Name}</bdi>
              {IsYou && <Badge tone="good">{t('leaderboards.you')}</Badge>}
              {FriendUid !== undefined && <Badge>{t('leaderboards.friend')}</Badge>}
            </td>
            <td>{formatScore(Score, format, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
