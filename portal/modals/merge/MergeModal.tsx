// Merges two accounts of one person. Nothing happens before the player has confirmed that both are theirs.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { apiClient } from '#portal/api.ts';
import { formatDate } from '#portal/i18n/format-date.ts';
import { getAccountChangeErrorTextKey } from '#portal/sign-in/change-error.ts';
import { beginSession } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { buildMergeRequest, type MergeChoice } from './merge-choice.ts';
import { MergeForm } from './MergeForm.tsx';
import './merge-modal.css';
import { retryUnlessClientError } from '#portal/queries/create-query-client.ts';

export function MergeModal({ mergeToken, close }: { mergeToken: string; close: () => void }) {
  const { t } = useTranslation();
  const preview = useQuery({
    queryKey: ['merge', mergeToken],
    queryFn: () => apiClient.profile.previewMerge({ MergeToken: mergeToken }),
    retry: retryUnlessClientError(),
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const merge = useMutation({
    mutationFn: (choice: MergeChoice) => apiClient.profile.confirmMerge(buildMergeRequest(mergeToken, choice)),
    networkMode: 'always',
    onSuccess: ({ Token }) => beginSession(Token),
  });
  const isExpired = [preview.error, merge.error].some(isExpiry);
  return (
    <Dialog title={t('mergeModal.title')} size="large" onClose={close} closable={!merge.isPending}>
      {merge.isSuccess ? (
        <Merged undoUntil={merge.data.UndoUntil} close={close} />
      ) : isExpired ? (
        <EmptyState
          alert
          drawing="soon"
          title={t('mergeModal.expired')}
          text={t('mergeModal.expiredText')}
          action={
            <Button kind="primary" onClick={close}>
              {t('close')}
            </Button>
          }
        />
      ) : preview.isError ? (
        <EmptyState
          alert
          drawing="broken"
          title={t('mergeModal.failed')}
          text={t(getAccountChangeErrorTextKey(preview.error))}
          action={
            <Button kind="primary" busy={preview.isFetching} onClick={() => void preview.refetch()}>
              {t('retry')}
            </Button>
          }
        />
      ) : preview.isPending ? (
        <MergeSkeleton />
      ) : (
        <MergeForm preview={preview.data} isBusy={merge.isPending} merge={(choice) => merge.mutate(choice)}>
          {merge.isError && <Notice tone="danger">{t(getAccountChangeErrorTextKey(merge.error))}</Notice>}
        </MergeForm>
      )}
    </Dialog>
  );
}

const isExpiry = (error: unknown): boolean => error instanceof ApiError && error.code === 'TokenExpiredOrUsed';

function Merged({ undoUntil, close }: { undoUntil: string; close: () => void }) {
  const { t, i18n } = useTranslation();
  return (
    <div className="merge-done" role="status">
      <svg viewBox="0 0 120 80" width="120" height="80" aria-hidden="true">
        <circle cx="46" cy="40" r="28" />
        <circle cx="74" cy="40" r="28" />
        <path d="M48 41l8 8 16-17" />
      </svg>
      <p className="title">{t('mergeModal.done')}</p>
      <p>{t('mergeModal.effectUndo', { date: formatDate(undoUntil, i18n.language) })}</p>
      {/* The button that had the focus is gone. */}
      <Button kind="primary" autoFocus onClick={close}>
        {t('close')}
      </Button>
    </div>
  );
}

function MergeSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="merge-form" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton width="80%" height="1.5em" />
      <div className="accounts">
        {[0, 1].map((side) => (
          <div key={side} className="account">
            <Skeleton width="56px" height="56px" round />
            <Skeleton width="60%" height="1.4em" />
            <Skeleton width="80%" />
            <Skeleton width="70%" height="6em" />
          </div>
        ))}
      </div>
    </div>
  );
}
