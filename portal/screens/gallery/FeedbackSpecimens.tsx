import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { Labelled } from './Labelled.tsx';

export function NoticeSpecimens() {
  const { t } = useTranslation();
  return (
    <div className="columns">
      <Labelled label="info" fill>
        <Notice>{t('notYet.text')}</Notice>
      </Labelled>
      <Labelled label="good" fill>
        <Notice tone="good">{t('share.copied')}</Notice>
      </Labelled>
      <Labelled label="warning" fill>
        <Notice tone="warning">{t('flash.logInFirst')}</Notice>
      </Labelled>
      <Labelled label="danger" fill>
        <Notice tone="danger">{t('errors.generic')}</Notice>
      </Labelled>
      <Labelled label="action" fill>
        <Notice tone="danger" action={<Button>{t('retry')}</Button>}>
          {t('games.failedText')}
        </Notice>
      </Labelled>
      <Labelled label="long text, long action" fill>
        <Notice tone="warning" action={<Button>{t('install')}</Button>}>
          {t('errors.connected_to_another_account')} {t('landing.invitation')}
        </Notice>
      </Labelled>
    </div>
  );
}

export function EmptyStateSpecimens() {
  const { t } = useTranslation();
  return (
    <div className="columns">
      <Labelled label="title" fill>
        <EmptyState drawing="empty" title={t('games.none')} />
      </Labelled>
      <Labelled label="title, text" fill>
        <EmptyState drawing="soon" title={t('notYet.title')} text={t('notYet.text')} />
      </Labelled>
      <Labelled label="title, text, action" fill>
        <EmptyState
          drawing="broken"
          title={t('games.failed')}
          text={t('games.failedText')}
          action={<Button kind="primary">{t('retry')}</Button>}
        />
      </Labelled>
      <Labelled label="alert, busy" fill>
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
      </Labelled>
    </div>
  );
}

export function SkeletonSpecimens() {
  return (
    <div className="row">
      <Labelled label="line" fill>
        <Skeleton width="60%" />
      </Labelled>
      <Labelled label="height" fill>
        <Skeleton width="100%" height="96px" />
      </Labelled>
      <Labelled label="round">
        <Skeleton width="40px" height="40px" round />
      </Labelled>
    </div>
  );
}
