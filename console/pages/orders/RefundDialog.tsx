import { Loader, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyDecimals } from '#model/money.ts';
import { api } from '#console/api.ts';
import { useFormats } from '#console/i18n/use-formats.ts';
import { FormModal } from '#console/ui/FormModal.tsx';
import { LoadFailed } from '#console/ui/LoadFailed.tsx';
import { useAction } from '#console/ui/use-action.ts';
import { toMinor } from './to-minor.ts';

type Plan = Awaited<ReturnType<typeof api.operatorOrders.planRefund>>;

/** Refunds a payment, or a part of it. What is refunded is what the dialog shows. */
export function RefundDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const plan = useQuery({
    queryKey: ['orders', 'refundPlan', orderId],
    queryFn: () => api.operatorOrders.planRefund({ OrderId: orderId, AmountMinor: undefined }),
    gcTime: 0,
  });
  const { t } = useTranslation();
  if (plan.data) return <RefundForm orderId={orderId} plan={plan.data} onClose={onClose} />;
  return (
    <FormModal title={t('orders.refund')} action={t('orders.refund')} isDisabled onClose={onClose} onSubmit={onClose}>
      {plan.error ? <LoadFailed error={plan.error} retry={() => void plan.refetch()} /> : <Loader />}
    </FormModal>
  );
}

function RefundForm({ orderId, plan, onClose }: { orderId: string; plan: Plan; onClose: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { AttemptId, TransactionId, Currency, AmountMinor: leftMinor, Provider } = plan;
  const decimals = currencyDecimals(Currency);
  const [amount, setAmount] = useState<number | string>(leftMinor / 10 ** decimals);
  const [reason, setReason] = useState('');
  // The same dialog refunds once, however often its button is pressed.
  const [refundId] = useState(() => crypto.randomUUID());
  const minor = toMinor(amount, decimals);
  const isPossible = minor !== undefined && minor > 0 && minor <= leftMinor;
  const refund = useAction({
    run: () =>
      api.operatorOrders.refund({
        OrderId: orderId,
        RefundId: refundId,
        AttemptId,
        TransactionId,
        AmountMinor: minor ?? 0,
        Reason: reason.trim(),
      }),
    done: ({ AmountMinor }) => t('orders.refundRequested', { amount: money(AmountMinor, Currency) }),
    changes: [['orders']],
    onDone: onClose,
    onStored: onClose,
    showsError: false,
  });
  return (
    <FormModal
      title={t('orders.refund')}
      action={minor === undefined ? t('orders.refund') : t('orders.refundAction', { amount: money(minor, Currency) })}
      isDisabled={!isPossible || reason.trim() === ''}
      isRunning={refund.isPending}
      error={refund.error}
      onClose={onClose}
      onSubmit={() => refund.mutate()}
    >
      <Stack>
        <Text>{t('orders.refundText', { provider: Provider, left: money(leftMinor, Currency) })}</Text>
        <NumberInput
          label={t('orders.refundAmount', { currency: Currency })}
          required
          data-autofocus
          min={0}
          max={leftMinor / 10 ** decimals}
          decimalScale={decimals}
          fixedDecimalScale
          allowNegative={false}
          value={amount}
          onChange={setAmount}
          error={isPossible ? undefined : t('orders.refundTooMuch', { left: money(leftMinor, Currency) })}
        />
        <Textarea
          label={t('confirm.reason')}
          description={t('confirm.reasonText')}
          required
          maxLength={1000}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </FormModal>
  );
}
