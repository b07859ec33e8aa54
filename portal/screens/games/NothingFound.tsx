import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Locale } from '#model/locale.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { shelvesQuery } from './game-queries.ts';
import { createGameLookup } from './game-lookup.ts';
import { Shelf } from './Shelf.tsx';

/** No games found: offers all games and some popular ones. */
export function NothingFound({ isPortalEmpty, locale }: { isPortalEmpty: boolean; locale: Locale }) {
  const { t } = useTranslation();
  const shelves = useQuery(shelvesQuery(locale));
  if (isPortalEmpty) return <EmptyState drawing="empty" title={t('games.empty')} />;
  const games = shelves.data && createGameLookup(shelves.data.Games)(shelves.data.Popular);
  return (
    <>
      <EmptyState
        drawing="empty"
        title={t('games.notFound')}
        text={t('games.notFoundText')}
        action={
          <ButtonLink kind="primary" to="/Games">
            {t('games.clear')}
          </ButtonLink>
        }
      />
      {games && games.length > 0 && <Shelf id="others" title={t('games.tryThese')} games={games} />}
    </>
  );
}
