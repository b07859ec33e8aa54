// A game's leaderboards: choose one, its period and whose scores to see.
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Leaderboard } from '#model/leaderboard.ts';
import { listLeaderboardPeriods } from '#model/leaderboard-periods.ts';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { formatScore } from './format-score.ts';
import { leaderboardQuery, type LeaderboardReply, type LeaderboardViewName } from './leaderboard-query.ts';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import './leaderboard-panel.css';

export function LeaderboardPanel({
  game,
  boards,
  firstBoard,
}: {
  game: string;
  boards: readonly Leaderboard[];
  firstBoard?: string | undefined;
}) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const [chosen, setChosen] = useState(firstBoard);
  const board = boards.find(({ Id }) => Id === chosen) ?? boards[0];
  if (!board) return <EmptyState drawing="empty" title={t('leaderboards.empty')} />;
  const nameOf = ({ Id, Name }: Leaderboard): string => chooseLocalizedText(Name, locale) || Id;
  return (
    <div className="leaderboard-panel">
      {boards.length > 1 ? (
        <label className="choose">
          {t('leaderboards.choose')}
          <select value={board.Id} onChange={({ target }) => setChosen(target.value)}>
            {boards.map((each) => (
              <option key={each.Id} value={each.Id}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="name" dir="auto">
          {nameOf(board)}
        </p>
      )}
      <BoardEntries key={board.Id} game={game} board={board} />
    </div>
  );
}

const views: readonly LeaderboardViewName[] = ['Top', 'Around', 'Friends'];

function BoardEntries({ game, board }: { game: string; board: Leaderboard }) {
  const { t, i18n } = useTranslation();
  const session = useSessionNumber();
  const signIn = useSignIn();
  const periods = listLeaderboardPeriods(board);
  const [chosenPeriod, setPeriod] = useState(periods[0] ?? 'AllTime');
  const [chosenView, setView] = useState<LeaderboardViewName>('Top');
  const [ago, setAgo] = useState(0);
  const view = session === 0 ? 'Top' : chosenView;
  const query = useQuery(
    leaderboardQuery(session, {
      game,
      board: board.Id,
      view,
      period: chosenPeriod,
      ago,
      locale: toLocale(i18n.language),
    }),
  );
  return (
    <>
      {periods.length > 1 && (
        <Choices
          label={t('leaderboards.period.label')}
          names={periods}
          chosen={chosenPeriod}
          textOf={(period) => t(`leaderboards.period.${period}`)}
          choose={(period) => {
            setPeriod(period);
            setAgo(0);
          }}
        />
      )}
      {session > 0 && (
        <Choices
          label={t('leaderboards.view.label')}
          names={views}
          chosen={view}
          textOf={(each) => t(`leaderboards.view.${each}`)}
          choose={setView}
        />
      )}
      {query.data ? (
        <LoadedEntries
          reply={query.data}
          {...{ game, board, view, ago, setAgo }}
          isFetching={query.isPlaceholderData}
        />
      ) : query.isError ? (
        <LoadFailed title={t('leaderboards.failed')} query={query} />
      ) : (
        <div aria-busy="true" role="status">
          <span className="unseen">{t('loading')}</span>
          <Skeleton height="320px" />
        </div>
      )}
      {session === 0 && (
        <p className="sign-in">
          <span>{t('leaderboards.signIn')}</span>
          <Button onClick={() => void signIn()}>{t('signIn')}</Button>
        </p>
      )}
    </>
  );
}

function Choices<Name extends string>({
  label,
  names,
  chosen,
  textOf,
  choose,
}: {
  label: string;
  names: readonly Name[];
  chosen: Name;
  textOf: (name: Name) => string;
  choose: (name: Name) => void;
}) {
  return (
    <div className="choices" role="group" aria-label={label}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="button plain"
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {textOf(name)}
        </button>
      ))}
    </div>
  );
}

function LoadedEntries({
  reply,
  game,
  board,
  view,
  ago,
  setAgo,
  isFetching,
}: {
  reply: LeaderboardReply;
  game: string;
  board: Leaderboard;
  view: LeaderboardViewName;
  ago: number;
  setAgo: (ago: number) => void;
  isFetching: boolean;
}) {
  const { t, i18n } = useTranslation();
  const { number, day } = useFormats();
  const openModal = useOpenModal();
  const locale = toLocale(i18n.language);
  const { Entries, Total, You, StartsAt, EndsAt, SeasonName, PastPeriods, Period } = reply;
  const lastDay = EndsAt && new Date(Date.parse(EndsAt) - 1).toISOString();
  const days = StartsAt && lastDay && (Period === 'Daily' ? day(StartsAt) : `${day(StartsAt)} – ${day(lastDay)}`);
  const report: ComponentProps<typeof LeaderboardTable>['report'] = ({ PlayerId, Name }) => {
    const target = { Game: game, Leaderboard: board.Id, View: view, Period, Ago: ago, PlayerId };
    void openModal('report', { name: Name, target });
  };
  const season = SeasonName && chooseLocalizedText(SeasonName, locale);
  return (
    <div className="entries" aria-busy={isFetching}>
      {days && (
        <div className="span">
          <Button kind="quiet" disabled={ago >= PastPeriods} onClick={() => setAgo(ago + 1)}>
            {t('leaderboards.earlier')}
          </Button>
          <p>
            {season && <strong dir="auto">{season}</strong>} <span>{days}</span>
          </p>
          <Button kind="quiet" disabled={ago === 0} onClick={() => setAgo(ago - 1)}>
            {t('leaderboards.later')}
          </Button>
        </div>
      )}
      {Entries.length > 0 ? (
        <LeaderboardTable entries={Entries} format={board.Format} report={report} />
      ) : (
        <EmptyState
          drawing="empty"
          title={view === 'Around' ? t('leaderboards.notYet') : t('leaderboards.empty')}
          {...(ago === 0 && { text: t('leaderboards.emptyText') })}
        />
      )}
      <p className="summary">
        {You && (
          <span>
            {You.Rank === undefined
              ? t('leaderboards.yourScore', { score: formatScore(You.Score, board.Format, locale) })
              : t('leaderboards.yourRank', { rank: number(You.Rank) })}
          </span>
        )}
        <span>{t('leaderboards.total', { number: number(Total) })}</span>
      </p>
    </div>
  );
}
