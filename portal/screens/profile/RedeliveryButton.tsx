// Sends a purchase to the game again as the same delivery, so that nothing is delivered twice.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiClient } from '#portal/api.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { getAccountChangeErrorTextKey } from '#portal/sign-in/change-error.ts';

const toneOf = {
  Confirmed: 'good',
  Failed: 'warning',
  Sending: 'info',
  WaitsForGame: 'info',
  TooSoon: 'info',
  NotPaid: 'warning',
} as const;

export function RedeliveryButton({ id, name }: { id: string; name: string }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const redelivery = useMutation({
    mutationFn: () => apiClient.store.redeliver({ PublicOrderId: id }),
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
  const { Outcome, AskAgainAt } = redelivery.data ?? {};
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' });
  return (
    <div className="redelivery">
      <Button
        aria-label={`${t('purchases.reportMissing')}: ${name}`}
        busy={redelivery.isPending}
        onClick={() => redelivery.mutate()}
      >
        {t('purchases.reportMissing')}
      </Button>
      {Outcome !== undefined && !redelivery.isPending && (
        <Notice tone={toneOf[Outcome]}>
          {t(`purchases.redelivery.${Outcome}`)}{' '}
          {Outcome !== 'Confirmed' &&
            AskAgainAt !== undefined &&
            t('purchases.retryFrom', { time: time.format(new Date(AskAgainAt)) })}
        </Notice>
      )}
      {redelivery.isError && <Notice tone="danger">{t(getAccountChangeErrorTextKey(redelivery.error))}</Notice>}
    </div>
  );
}
