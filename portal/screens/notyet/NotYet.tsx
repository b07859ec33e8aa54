// The frame of a screen whose content comes later. It says so plainly and offers a way on.
import { useTranslation } from 'react-i18next';
import type { PendingScreen } from '#contract/pending.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

export function NotYet({ screen }: { screen: PendingScreen }) {
  const { t } = useTranslation();
  return (
    <div data-screen={screen}>
      <h1 className="screen-title">{t(`screen.${screen}`)}</h1>
      <EmptyState
        drawing="soon"
        title={t('notYet.title')}
        text={t('notYet.text')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('nav.home')}
          </ButtonLink>
        }
      />
    </div>
  );
}
