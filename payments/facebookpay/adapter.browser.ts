// Facebook's own dialog over its canvas: this page only opens it and waits. Where Facebook has signed what became of it, our server is
// told, whatever the dialog says and whether or not anybody still waits here: the money may be taken.
import { buildFacebookScriptUrl, facebookGlobal, startFacebook, type FacebookSdk } from '#kit/facebook-sdk.browser.ts';
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
          // A webhook brings the same.
          host.log.warn('The server could not be told what Facebook has signed', error);
        }
      };
      const take = async (answer: unknown): Promise<void> => {
        const { outcome, signedRequest, detail } = readAnswer(answer);
        if (detail !== undefined) host.log.warn("Facebook's dialog could not take the payment", detail);
        if (signedRequest !== undefined) await verify(signedRequest);
        checkout.end(outcome);
      };
      startFacebook(sdk, { appId, version });
      // From here on Facebook may take money, and says so only at the end.
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
  globalName: facebookGlobal,
  loadsOnce: true,
  patienceMs: 30_000,
  leftMessage: notCompleted,
};

/** Facebook's code for somebody who has closed the dialog. */
const userCancelled = 1_383_010;

interface ReadAnswer {
  readonly outcome: PaymentOutcome;
  readonly signedRequest?: string;
  /** For the log: nothing of the payment itself. */
  readonly detail?: { readonly code: number; readonly text: string };
}

/** Anything that is not completed has failed for whoever waits here. What is only initiated may be paid later: a webhook tells. */
export function readAnswer(answer: unknown): ReadAnswer {
  // Closed by its cross it may say nothing.
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
