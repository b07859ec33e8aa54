import { useTranslation } from 'react-i18next';
import type { ShownOrder } from '#portal/purchase/purchase.ts';
import { Button } from '#portal/ui/Button.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { OrderLine } from './OrderLine.tsx';

/** With `onDone` the result did not arrive in time, and the buyer may close. */
export function WaitingStep({ text, order, onDone }: { text: string; order?: ShownOrder; onDone?: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      {order && <OrderLine order={order} isCompact />}
      <div className="waiting">
        {!onDone && <span className="spinner" aria-hidden="true" />}
        <p role="status">{text}</p>
      </div>
      {onDone && (
        <Button kind="primary" className="wide" autoFocus onClick={onDone}>
          {t('close')}
        </Button>
      )}
    </>
  );
}

export function ProviderTabStep({ order, tabUrl }: { order: ShownOrder; tabUrl: string }) {
  const { t } = useTranslation();
  return (
    <>
      <WaitingStep order={order} text={t('purchase.payInOtherTab')} />
      <WebLink className="button plain normal wide" href={tabUrl} target="_blank" rel="noopener noreferrer">
        {t('purchase.openAgain')}
      </WebLink>
    </>
  );
}
