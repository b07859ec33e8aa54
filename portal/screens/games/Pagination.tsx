import { useTranslation } from 'react-i18next';
import { PageLink } from '#portal/ui/WebLink.tsx';
import { useFormats } from '#portal/i18n/use-formats.ts';
import { Icon } from '#portal/ui/Icon.tsx';
import { writeGameFilter, type GameFilter } from './search-address.ts';
import './pages.css';

export function Pagination({ wanted, count }: { wanted: GameFilter; count: number }) {
  const { t } = useTranslation();
  const format = useFormats();
  if (count < 2) return null;
  const { page } = wanted;
  const to = (number: number) => `/Games${writeGameFilter({ ...wanted, page: number })}` as const;
  return (
    <nav className="pages" aria-label={t('games.pages')}>
      {page > 1 && (
        <PageLink to={to(page - 1)} aria-label={t('games.previous')} rel="prev">
          <Icon name="back" />
        </PageLink>
      )}
      {listPages(page, count).map(({ number, isAfterGap }) => (
        <PageLink
          key={number}
          className={isAfterGap ? 'after-gap' : undefined}
          to={to(number)}
          aria-label={t('games.page', { number: format.number(number) })}
          aria-current={number === page ? 'page' : undefined}
        >
          {format.number(number)}
        </PageLink>
      ))}
      {page < count && (
        <PageLink className="next" to={to(page + 1)} aria-label={t('games.next')} rel="next">
          <Icon name="back" />
        </PageLink>
      )}
    </nav>
  );
}

/** The first page, the last, and those next to the current one. */
export function listPages(page: number, count: number): { number: number; isAfterGap: boolean }[] {
  const shown = [...new Set([1, page - 1, page, page + 1, count])].filter((each) => each >= 1 && each <= count);
  return shown
    .toSorted((a, b) => a - b)
    .map((number, at, all) => ({ number, isAfterGap: number - (all[at - 1] ?? 0) > 1 }));
}
