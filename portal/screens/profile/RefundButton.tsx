import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderSummary } from '#model/order-history.ts';
import { apiClient } from '#portal/api.ts';
import { useConfirm } from '#portal/modals/confirm/use-confirm.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { getAccountChangeErrorTextKey } from '#portal/sign-in/change-error.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';

export function RefundButton({ order }: { order: OrderSummary }) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { PublicOrderId, ProductName: name, Price, RefundUntil, RefundRequested = false } = order;
  const refund = useMutation({
    mutationFn: () => apiClient.store.requestRefund({ PublicOrderId }),
    networkMode: 'always',
    // Also on failure, because the list was outdated.
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
  const ask = async (): Promise<void> => {
    const price = isolateTextDirection(Price.LocalizedPrice);
    const { yes } = await confirm({
      title: t('purchases.refund.title'),
      text: t('purchases.refund.text', { price, name: isolateTextDirection(name) }),
      action: t('purchases.refund.action'),
      danger: true,
    });
    if (yes) refund.mutate();
  };
  const outcome = refund.data?.Outcome ?? (RefundRequested ? 'Requested' : undefined);
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {RefundUntil !== undefined && outcome === undefined && (
        <div className="redelivery">
          <p className="details">{t('purchases.refund.until', { date: date.format(new Date(RefundUntil)) })}</p>
          <Button
            aria-label={`${t('purchases.refund.button')}: ${name}`}
            busy={refund.isPending}
            onClick={() => void ask()}
          >
            {t('purchases.refund.button')}
          </Button>
        </div>
      )}
      {outcome !== undefined && <Notice tone="good">{t(`purchases.refund.${outcome}`)}</Notice>}
      {refund.isError && <Notice tone="danger">{t(getAccountChangeErrorTextKey(refund.error))}</Notice>}
    </>
  );
}
