import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

/** For an address at which there is nothing, or no longer. */
export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('errors.notFound'));
  return (
    <>
      <h1 className="screen-title">{t('errors.notFound')}</h1>
      <EmptyState
        drawing="empty"
        title={t('errors.notFoundText')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('nav.home')}
          </ButtonLink>
        }
      />
    </>
  );
}
