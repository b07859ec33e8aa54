import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { LabelledSpecimen } from './LabelledSpecimen.tsx';

export function NoticeSpecimens() {
  const { t } = useTranslation();
  return (
    <div className="columns">
      <LabelledSpecimen label="info" fill>
        <Notice>{t('comingSoon.text')}</Notice>
      </LabelledSpecimen>
      <LabelledSpecimen label="good" fill>
        <Notice tone="good">{t('share.copied')}</Notice>
      </LabelledSpecimen>
      <LabelledSpecimen label="warning" fill>
        <Notice tone="warning">{t('flash.logInFirst')}</Notice>
      </LabelledSpecimen>
      <LabelledSpecimen label="danger" fill>
        <Notice tone="danger">{t('errors.generic')}</Notice>
      </LabelledSpecimen>
      <LabelledSpecimen label="action" fill>
        <Notice tone="danger" action={<Button>{t('retry')}</Button>}>
          {t('games.failedText')}
        </Notice>
      </LabelledSpecimen>
      <LabelledSpecimen label="long text, long action" fill>
        <Notice tone="warning" action={<Button>{t('install')}</Button>}>
          {t('errors.connected_to_another_account')} {t('landing.signInPrompt')}
        </Notice>
      </LabelledSpecimen>
    </div>
  );
}

export function EmptyStateSpecimens() {
  const { t } = useTranslation();
  return (
    <div className="columns">
      <LabelledSpecimen label="title" fill>
        <EmptyState drawing="empty" title={t('games.empty')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="title, text" fill>
        <EmptyState drawing="soon" title={t('comingSoon.title')} text={t('comingSoon.text')} />
      </LabelledSpecimen>
      <LabelledSpecimen label="title, text, action" fill>
        <EmptyState
          drawing="broken"
          title={t('games.failed')}
          text={t('games.failedText')}
          action={<Button kind="primary">{t('retry')}</Button>}
        />
      </LabelledSpecimen>
      <LabelledSpecimen label="alert, busy" fill>
        <EmptyState
          alert
          drawing="offline"
          title={t('offline.title')}
          text={t('offline.text')}
          action={
            <Button kind="primary" busy>
              {t('retry')}
            </Button>
          }
        />
      </LabelledSpecimen>
    </div>
  );
}

export function SkeletonSpecimens() {
  return (
    <div className="row">
      <LabelledSpecimen label="line" fill>
        <Skeleton width="60%" />
      </LabelledSpecimen>
      <LabelledSpecimen label="height" fill>
        <Skeleton width="100%" height="96px" />
      </LabelledSpecimen>
      <LabelledSpecimen label="round">
        <Skeleton width="40px" height="40px" round />
      </LabelledSpecimen>
    </div>
  );
}
