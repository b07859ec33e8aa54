import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

/** For an address at which there is nothing, or no longer. */
export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('errors.notFound'));
  return <NothingHere heading={t('errors.notFound')} text={t('errors.notFoundText')} />;
}

/** For a page of something that does not exist, or no longer: what it would be, that it is not there, and a way on. */
export function NothingHere({
  heading,
  text,
  to = '/',
  action,
}: {
  heading: string;
  text: string;
  /** Where the way on leads; absent: to the first page. */
  to?: string;
  action?: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="screen-title">{heading}</h1>
      <EmptyState
        alert
        drawing="empty"
        title={text}
        action={
          <ButtonLink kind="primary" to={to}>
            {action ?? t('nav.home')}
          </ButtonLink>
        }
      />
    </>
  );
}
