import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { localeNames, chooseLocalizedText, locales, toLocale } from '#model/locale.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import type { apiClient } from '#portal/api.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { gameConfigQuery } from '#portal/queries/game-config-query.ts';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { Hero } from '#portal/ui/Hero.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { LoadFailed } from '#portal/ui/LoadFailed.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { Picture } from '#portal/ui/Picture.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { MissingContent } from '../error/NotFound.tsx';
import { gameDetailsQuery } from '../games/game-queries.ts';
import { linkToCategory } from '../games/search-address.ts';
import { Shelf } from '../games/Shelf.tsx';
import { useCategoryName } from '../games/use-category-name.ts';
import { useStoreAvailability } from '../store/use-store-availability.ts';
import { GameNews } from './News.tsx';
import { DownloadsSection } from './DownloadsSection.tsx';
import { LeaderboardsSection } from './LeaderboardsSection.tsx';
import { GameAchievementsSection } from './GameAchievementsSection.tsx';
import { GameActions } from './GameActions.tsx';
import './game.css';
import { isClientError } from '#portal/queries/create-query-client.ts';

export function Game() {
  const { game = '' } = useParams();
  const { t } = useTranslation();
  const config = useQuery(gameConfigQuery(game));
  if (config.isError) {
    const isUnknown = isClientError(config.error);
    return isUnknown ? (
      <MissingContent heading={t('nav.games')} text={t('game.notFound')} to="/Games" action={t('nav.games')} />
    ) : (
      <LoadFailed title={t('games.failed')} query={config} />
    );
  }
  return config.isPending ? <GameSkeleton /> : <GamePage config={config.data} readAt={config.dataUpdatedAt} />;
}

type GameConfig = Awaited<ReturnType<typeof apiClient.games.publicConfig>>;

function GamePage({ config, readAt }: { config: GameConfig; readAt: number }) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const { GameSystemName, StorePage, Maintenance, SupportedLanguages } = config;
  const title = chooseLocalizedText(StorePage.Title, locale);
  usePageTitle(title);
  useEffect(() => {
    trackEvent(analyticsEventIds.GamePageShown, { columns: { S1: GameSystemName } });
  }, [GameSystemName]);
  const isClosed = isInMaintenance(Maintenance, new Date(readAt));
  const about = useQuery(gameDetailsQuery(GameSystemName, locale)).data;
  const madeOf = (address: string) => StorePage.Pictures?.find(({ Address }) => Address === address);
  const closedText = Maintenance?.Message ? chooseLocalizedText(Maintenance.Message, locale) : t('game.maintenance');
  return (
    <article className="game-page">
      <Hero art={StorePage.WideArt} made={madeOf(StorePage.WideArt)} labelledBy="title">
        <h1 id="title" dir="auto">
          {title}
        </h1>
        <p dir="auto">{chooseLocalizedText(StorePage.Tagline, locale)}</p>
        <Facts page={StorePage} plays={about?.Plays} />
        {isClosed && <Notice tone="warning">{closedText}</Notice>}
        <Actions game={GameSystemName} isClosed={isClosed} mayHaveStore={Object.values(config.Store).includes(true)} />
      </Hero>
      <GameActions game={GameSystemName} communityUrl={config.Links?.CommunityUrl ?? config.Links?.DiscordUrl} />
      <p className="description" dir="auto">
        {chooseLocalizedText(StorePage.Description, locale)}
      </p>
      <Tags names={StorePage.Tags ?? []} />
      {config.Launcher && <DownloadsSection game={GameSystemName} defaultBranch={config.Launcher.DefaultBranch} />}
      {config.Leaderboards.length > 0 && <LeaderboardsSection game={GameSystemName} boards={config.Leaderboards} />}
      <Pictures title={title} addresses={StorePage.Screenshots} madeOf={madeOf} />
      <Note id="controls" title={t('game.controls')} text={chooseLocalizedText(StorePage.Controls ?? {}, locale)} />
      <Note id="system" title={t('game.system')} text={chooseLocalizedText(StorePage.System ?? {}, locale)} />
      <section aria-labelledby="languages">
        <h2 id="languages">{t('game.languages')}</h2>
        <p className="languages">
          {locales
            .filter((each) => SupportedLanguages.includes(each))
            .map((each) => (
              <span key={each} lang={each}>
                {localeNames[each]}
              </span>
            ))}
        </p>
      </section>
      {about?.HasAchievements && <GameAchievementsSection game={GameSystemName} />}
      <Note id="developer" title={t('game.developer')} text={config.CompanyName} />
      <GameNews game={GameSystemName} />
      {about && about.Related.length > 0 && <Shelf id="related" title={t('game.related')} games={about.Related} />}
    </article>
  );
}

function Facts({
  page: { Rating, RatingCount, Genre },
  plays,
}: {
  page: GameConfig['StorePage'];
  plays: number | undefined;
}) {
  const nameOf = useCategoryName();
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <ul className="facts">
      {Rating !== undefined && (
        <li className="rating">
          <Icon name="star" />
          <span>
            {format.rating(Rating)}
            <span className="unseen"> {t('game.outOf', { max: format.number(5) })}</span>
          </span>
          {RatingCount !== undefined && <span className="count">{`(${format.number(RatingCount)})`}</span>}
        </li>
      )}
      {Genre !== '' && (
        <li>
          <Link className="kind" to={linkToCategory('Genre', Genre)}>
            <Badge>{nameOf('Genre', Genre)}</Badge>
          </Link>
        </li>
      )}
      {plays !== 0 && (
        // Reserves the space until the number has loaded.
        <li className="plays" aria-hidden={plays === undefined} data-pending={plays === undefined}>
          {t('game.plays', { number: format.number(plays ?? 0) })}
        </li>
      )}
    </ul>
  );
}

function Actions({ game, isClosed, mayHaveStore }: { game: string; isClosed: boolean; mayHaveStore: boolean }) {
  const { t } = useTranslation();
  const sells = useStoreAvailability(game, mayHaveStore);
  return (
    <div className="actions">
      {!isClosed && (
        <ButtonLink kind="primary" size="large" to={`/play/${game}`}>
          <Icon name="play" />
          {t('play')}
        </ButtonLink>
      )}
      {sells && (
        <ButtonLink size="large" to={`/Store/${game}`}>
          <Icon name="bag" />
          {t('screen.store')}
        </ButtonLink>
      )}
    </div>
  );
}

function Tags({ names }: { names: readonly string[] }) {
  const nameOf = useCategoryName();
  if (names.length === 0) return null;
  return (
    <ul className="tags">
      {names.map((name) => (
        <li key={name}>
          <Link className="kind" to={linkToCategory('Tag', name)}>
            <Badge>{nameOf('Tag', name)}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Renders nothing if the text is empty. */
function Note({ id, title, text }: { id: string; title: string; text: string }) {
  if (text === '') return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="note" dir="auto">
        {text}
      </p>
    </section>
  );
}

function Pictures({
  title,
  addresses,
  madeOf,
}: {
  title: string;
  addresses: GameConfig['StorePage']['Screenshots'];
  madeOf: (address: string) => NonNullable<GameConfig['StorePage']['Pictures']>[number] | undefined;
}) {
  const { t } = useTranslation();
  if (addresses.length === 0) return null;
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">{t('game.screenshots')}</h2>
      <ul className="pictures">
        {addresses.map((address, index) => (
          <li key={address}>
            <Picture
              address={address}
              made={madeOf(address)}
              alt={t('game.screenshot', { title, number: index + 1 })}
              sizes="(max-width: 700px) 92vw, 440px"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function GameSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="game-page" aria-busy="true" aria-label={t('loading')} role="status">
      <Hero labelledBy="title">
        <h1 id="title">
          <Skeleton width="9em" height="1.1em" />
        </h1>
        <Skeleton width="16em" height="1.4em" />
        <div className="actions">
          <Skeleton width="180px" height="56px" />
        </div>
      </Hero>
    </div>
  );
}
