import { openPayment } from './open-payment.ts';
import type { PurchaseState } from './purchase-state.ts';
import type { BuyerInfo } from './purchase.ts';

export async function sendBuyerInfo(
  purchase: PurchaseState,
  { email, phone, isAutoConfirm }: BuyerInfo,
): Promise<void> {
  const step = purchase.step();
  if (step.name !== 'info' || step.isSending) return undefined;
  const sending = { ...step, email, isSending: true, hasFailed: false };
  purchase.go(sending);
  try {
    await purchase.deps.calls.updateOrderPi({
      PublicOrderId: step.order.transactionId,
      OrderPersonalInfo: {
        ...(email !== '' && { Email: email }),
        ...(phone !== '' && { PhoneNumber: phone }),
        IsAutoConfirm: isAutoConfirm,
      },
    });
  } catch (error) {
    purchase.deps.warn('The personal information could not be saved.', error);
    return purchase.go({ ...sending, isSending: false, hasFailed: true });
  }
  purchase.hasInfo = true;
  return openPayment(purchase, {}, true);
}
