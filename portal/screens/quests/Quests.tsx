// The player's quests in all games that they play.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Quest } from '#model/quest.ts';
import { useGamesByName } from '#portal/queries/use-games-by-name.ts';
import { LoadedQuests } from '#portal/quests/LoadedQuests.tsx';
import { QuestList } from '#portal/quests/QuestList.tsx';
import { useOwnPagePaths } from '#portal/shell/own-page-paths.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import './quests.css';

export function Quests() {
  const { t } = useTranslation();
  const { gamesPage } = useOwnPagePaths();
  usePageTitle(t('quests.title'));
  return (
    <div className="quests-screen">
      <h1 className="screen-title">{t('quests.title')}</h1>
      <LoadedQuests emptyAction={<ButtonLink to={gamesPage ?? '/'}>{t('nav.games')}</ButtonLink>} List={QuestsByGame} />
    </div>
  );
}

function QuestsByGame({ quests }: { quests: readonly Quest[] }) {
  const { t } = useTranslation();
  const { gamePage } = useOwnPagePaths();
  const byGame = [...Map.groupBy(quests, ({ Game }) => Game)];
  const gameOf = useGamesByName(byGame.map(([game]) => game));
  return byGame.map(([game, own]) => {
    const title = gameOf(game)?.Title ?? game;
    return (
      <section key={game} aria-labelledby={`quests-of-${game}`}>
        <header>
          <h2 id={`quests-of-${game}`} dir="auto">
            <Link to={gamePage(game)}>{title}</Link>
          </h2>
          <ButtonLink to={`/play/${game}`} aria-label={`${t('play')}: ${title}`}>
            {t('play')}
          </ButtonLink>
        </header>
        <QuestList quests={own} />
      </section>
    );
  });
}
