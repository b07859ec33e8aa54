// Opens Facebook's payment dialog over its canvas. A signed request from the dialog is always sent to our server, even
// if the buyer has left: Facebook may have taken the money.
import {
  buildFacebookScriptUrl,
  facebookGlobalName,
  initFacebookSdk,
  type FacebookSdk,
} from '#kit/facebook-sdk.browser.ts';
import type { BrowserAdapterOf, PaymentOutcome } from '../port.browser.ts';
import { showCheckout } from '../show-checkout.browser.ts';
import type { facebookpay } from './provider.ts';

export const adapter = {
  async payHere(block, host) {
    const { ProductOgUrl: product, RequestId: request_id, AppId: appId, SdkVersion: version } = block;
    const ofLocale = { ...rules, scriptUrl: buildFacebookScriptUrl(host.locale) };
    return showCheckout<FacebookSdk>(host, ofLocale, block, (checkout, sdk) => {
      const verify = async (SignedRequest: string): Promise<void> => {
        try {
          await host.calls.verify({ PublicOrderId: host.orderId, SignedRequest });
        } catch (error) {
          // A webhook reports the same payment.
          host.log.warn("The server could not be notified of Facebook's signed request", error);
        }
      };
      const take = async (answer: unknown): Promise<void> => {
        const { outcome, signedRequest, detail } = readDialogResponse(answer);
        if (detail !== undefined) host.log.warn("Facebook's dialog could not take the payment", detail);
        if (signedRequest !== undefined) await verify(signedRequest);
        checkout.end(outcome);
      };
      initFacebookSdk(sdk, { appId, version });
      // From here on Facebook may charge the buyer.
      host.setBusy(true);
      sdk.ui(
        { method: 'pay', action: 'purchaseitem', product, quantity: 1, request_id },
        (answer) => void take(answer),
      );
    });
  },
} satisfies BrowserAdapterOf<typeof facebookpay>;

const notCompleted = 'Payment not completed';

const rules = {
  subject: "Facebook's dialog",
  globalName: facebookGlobalName,
  loadsOnce: true,
  timeoutMs: 30_000,
  leftMessage: notCompleted,
};

const userCancelled = 1_383_010;

interface ReadAnswer {
  readonly outcome: PaymentOutcome;
  readonly signedRequest?: string;
  /** For the log, so it contains no payment data. */
  readonly detail?: { readonly code: number; readonly text: string };
}

/**
 * Every status except `completed` counts as failed. An `initiated` payment may complete later; a webhook reports that.
 */
export function readDialogResponse(answer: unknown): ReadAnswer {
  // The dialog may return nothing if the buyer closes it.
  if (typeof answer !== 'object' || answer === null)
    return { outcome: { outcome: 'cancelled', message: notCompleted } };
  const { error_code: code, error_message: text, status, signed_request: signed }: DialogAnswer = answer;
  if (code !== undefined) {
    if (Number(code) === userCancelled) return { outcome: { outcome: 'cancelled', message: notCompleted } };
    const detail = { code: Number(code), text: typeof text === 'string' ? text : '' };
    return { outcome: { outcome: 'failed', message: 'Unknown error' }, detail };
  }
  return {
    outcome: status === 'completed' ? { outcome: 'completed' } : { outcome: 'failed', message: notCompleted },
    ...(typeof signed === 'string' && { signedRequest: signed }),
  };
}

interface DialogAnswer {
  readonly error_code?: unknown;
  readonly error_message?: unknown;
  readonly status?: unknown;
  readonly signed_request?: unknown;
}
