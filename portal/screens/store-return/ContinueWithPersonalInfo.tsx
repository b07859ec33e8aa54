// A purchase started by a URL: asks for the receipt's address, then redirects to the provider's page.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { apiClient } from '#portal/api.ts';
import { goToOtherSite } from '#portal/go-to.ts';
import { BuyerInfoForm } from '#portal/purchase/dialog/BuyerInfoForm.tsx';
import type { BuyerInfo } from '#portal/purchase/purchase.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { BoughtProduct, PurchasePageLayout, PurchaseWaiting } from './PurchasePageLayout.tsx';
import { UnknownOrder } from './StoreReturn.tsx';
import { boughtProduct, useOrderByToken } from './use-order-by-token.ts';

export function ContinueWithPersonalInfo() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const id = query.get('PublicOrderId') ?? '';
  // A buyer without the token sees the product on the provider's page.
  const { data: order } = useOrderByToken(query.get('Token') ?? '', false);
  const going = useMutation({
    mutationFn: async ({ email, phone, isAutoConfirm }: BuyerInfo) => {
      const { RedirectUrl } = await apiClient.store.continueRedirectWithPi({
        PublicOrderId: id,
        OrderPersonalInfo: {
          ...(email !== '' && { Email: email }),
          ...(phone !== '' && { PhoneNumber: phone }),
          IsAutoConfirm: isAutoConfirm,
        },
      });
      if (!goToOtherSite(RedirectUrl)) throw new Error('The server gave no address to go on to.');
    },
    networkMode: 'always',
  });
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  return (
    <PurchasePageLayout title={t('screen.continueWithPi')} screen="continueWithPi">
      {!isId || isOver(going.error) ? (
        <UnknownOrder />
      ) : going.isSuccess ? (
        <PurchaseWaiting>{t('order.redirecting')}</PurchaseWaiting>
      ) : (
        <BuyerInfoForm
          email=""
          isEmailRequired={query.get('Phone') !== 'accepted'}
          isSending={going.isPending}
          send={(info) => going.mutate(info)}
          failure={going.isError && <Notice tone="danger">{t('purchase.startFailed')}</Notice>}
        >
          {order && <BoughtProduct {...boughtProduct(order)} />}
        </BuyerInfoForm>
      )}
    </PurchasePageLayout>
  );
}

/** The order is paid, cancelled, or too old to continue. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NotFound' || error.code === 'Conflict');
