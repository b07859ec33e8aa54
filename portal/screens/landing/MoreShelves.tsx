import { useTranslation } from 'react-i18next';
import type { Locale } from '#model/locale.ts';
import type { apiClient } from '#portal/api.ts';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { useSessionNumber } from '#portal/session.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { linkToCategory } from '../games/search-address.ts';
import { createGameLookup } from '../games/game-lookup.ts';
import { Shelf } from '../games/Shelf.tsx';
import { useCategoryName } from '../games/use-category-name.ts';
import { NewsStrip } from './NewsStrip.tsx';
import { FavoriteAndFriendShelves } from './OwnShelves.tsx';

type Shelves = Awaited<ReturnType<typeof apiClient.discovery.shelves>>;

/** The number of games that the widest page shows at once. */
const widest = 6;

export function MoreShelves({ shelves, isSmall, locale }: { shelves: Shelves; isSmall: boolean; locale: Locale }) {
  const { t } = useTranslation();
  const nameOf = useCategoryName();
  const isSignedIn = useSessionNumber() > 0;
  const pickAll = createGameLookup(shelves.Games);
  // The server renders only the visible games (shell/DeferUntilVisible.tsx).
  const pick = (names: readonly string[]) => pickAll(import.meta.env.SSR ? names.slice(0, widest) : names);
  const format = useFormats();
  return (
    <>
      {isSignedIn && <FavoriteAndFriendShelves locale={locale} />}
      {!isSmall && (
        <>
          <Shelf id="new" title={t('landing.new')} games={pick(shelves.New)} to="/Games?sort=new" />
          {shelves.Kinds.map(({ Kind, Name, Games }) => (
            <Shelf
              key={`${Kind} ${Name}`}
              id={`${Kind} ${Name}`.replaceAll(/\W+/g, '-')}
              title={nameOf(Kind, Name)}
              games={pick(Games)}
              to={linkToCategory(Kind, Name)}
            />
          ))}
          <p className="all-games">
            <ButtonLink size="large" to="/Games">
              {t('landing.allGames')} <span className="count">{format.number(shelves.Total)}</span>
            </ButtonLink>
          </p>
        </>
      )}
      <NewsStrip locale={locale} />
    </>
  );
}
