// Development only: payments and ads on our own platforms end as chosen in the lab, which writes the choice into the
// URL (lab/own-platforms/own-platform-scenario.ts).
import { BridgeError } from '#bridge/bridge-error.ts';
import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { AdResult } from '#bridge/shapes.ts';

export function applyLabScenario(handlers: BridgeHandlers, { searchParams }: URL): BridgeHandlers {
  return {
    ...handlers,
    ...withPayments(handlers, searchParams.get('lab-payment')),
    ...withAds(handlers, searchParams.get('lab-ad')),
  };
}

function withPayments({ BuyProduct: buy }: BridgeHandlers, payment: string | null): BridgeHandlers {
  if (!buy) return {};
  if (payment === 'cancelled')
    return { BuyProduct: () => Promise.reject(new BridgeError('UserCancelled', 'The lab cancels payments.')) };
  if (payment === 'failed')
    return { BuyProduct: () => Promise.reject(new BridgeError('PaymentFailed', 'The lab lets payments fail.')) };
  if (payment !== 'paid-but-cancelled') return {};
  return {
    BuyProduct: async (params, context) => {
      await buy(params, context);
      throw new BridgeError('UserCancelled', 'The lab reports a paid purchase as cancelled.');
    },
  };
}

function withAds({ AdsVideoShow: show, AdsVideoReady: ready }: BridgeHandlers, ad: string | null): BridgeHandlers {
  const results: Readonly<Record<string, AdResult>> = {
    finished: { outcome: 'finished' },
    skipped: { outcome: 'skipped' },
    'no-fill': { outcome: 'failed', reason: 'Unknown' },
  };
  const result = results[ad ?? ''];
  if (!result || !show || !ready) return {};
  return {
    AdsVideoReady: () => ({ ready: result.outcome !== 'failed' }),
    // Also replaces the operator's ad network, so that nothing is loaded.
    AdsVideoShow: async () => result,
  };
}
