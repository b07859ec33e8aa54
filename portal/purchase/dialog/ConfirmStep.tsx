// The last step before paying. If the provider has its own page, the button is a link, so that no popup blocker stops
// the new tab.
import { useTranslation } from 'react-i18next';
import type { PurchaseFlow, PurchaseStep } from '#portal/purchase/purchase.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { PaymentMethods } from './PaymentMethods.tsx';
import { OrderLine } from './OrderLine.tsx';

export function ConfirmStep({ step, flow }: { step: PurchaseStep & { name: 'confirm' }; flow: PurchaseFlow }) {
  const { t } = useTranslation();
  const { order, option, chosen, isChanging, hasFailed } = step;
  // A price keeps its own text direction within the sentence.
  const pay = t('purchase.pay', { price: isolateTextDirection(order.price) });
  const title = order.providers.find(({ Id }) => Id === option.provider)?.Title ?? option.provider;
  return (
    <>
      <OrderLine order={order} />
      {order.methods.length > 1 && (
        <fieldset className="methods" aria-busy={isChanging}>
          <legend>{t('purchase.chooseMethod')}</legend>
          {order.methods.map(({ Method, IsDegraded }) => (
            <label key={Method}>
              <input type="radio" name="method" checked={Method === chosen} onChange={() => flow.choose(Method)} />
              <span>
                <PaymentMethods methods={[Method]} />
                {IsDegraded && <span className="small troubled">{t('purchase.degraded')}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {hasFailed && <Notice tone="danger">{t('purchase.startFailed')}</Notice>}
      {option.tabUrl === undefined || isChanging ? (
        <Button kind="primary" size="large" className="wide" autoFocus busy={isChanging} onClick={flow.pay}>
          {pay}
        </Button>
      ) : (
        <>
          <WebLink
            className="button primary large wide"
            href={option.tabUrl}
            target="_blank"
            rel="noopener noreferrer"
            onClick={flow.pay}
          >
            {pay}
          </WebLink>
          <p className="small">{t('purchase.newTab', { provider: title })}</p>
        </>
      )}
    </>
  );
}
