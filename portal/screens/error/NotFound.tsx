import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#portal/shell/use-page-title.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('errors.notFound'));
  return <MissingContent heading={t('errors.notFound')} text={t('errors.notFoundText')} />;
}

/** For a URL of something that does not exist. */
export function MissingContent({
  heading,
  text,
  to = '/',
  action,
}: {
  heading: string;
  text: string;
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
