// The error text of a failed sign-in. Other details are only logged.
import { ApiError } from '#contract/api-error.ts';

type Reason =
  | (typeof known)[keyof typeof known]
  | 'accountExists'
  | 'unsupported'
  | 'tooMany'
  | 'network'
  | 'signInAgain'
  | 'blocked'
  | 'blockedUntil'
  | 'notThisAccount';

export type SignInErrorKey = `signInModal.errors.${Reason}`;

export interface SignInError {
  readonly key: SignInErrorKey;
  readonly values?: { readonly provider: string };
  readonly accountId?: string;
  /** When a block ends. */
  readonly until?: string;
}

export function signInError(thrown: unknown): SignInError {
  if (thrown instanceof ApiError) {
    const { l10nParam, accountId } = thrown;
    const reason = reasonOf(thrown);
    return {
      key: `signInModal.errors.${reason}`,
      ...(l10nParam !== undefined &&
        (reason === 'blockedUntil' ? { until: l10nParam } : { values: { provider: l10nParam } })),
      ...(accountId !== undefined && { accountId }),
    };
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const [, other] = /^Account exists with (.+)$/.exec(text) ?? [];
  if (other !== undefined) return { key: 'signInModal.errors.accountExists', values: { provider: other } };
  const [, provider] = /^Login provider (.+) is not supported\.$/.exec(text) ?? [];
  if (provider !== undefined) return { key: 'signInModal.errors.unsupported', values: { provider } };
  return { key: `signInModal.errors.${Object.hasOwn(known, text) ? known[text as keyof typeof known] : 'failed'}` };
}

const known = {
  'Failed to login. Try again': 'failed',
  'Popup was closed': 'popupClosed',
  'Popup was blocked': 'popupBlocked',
  'Robot check error. Try again.': 'captcha',
  'Email is required for email login': 'emailRequired',
  'Captcha token is required for email login': 'captcha',
  'VK payload is required for VK login': 'failed',
  'VK widget error.': 'widgetFailed',
  'VK Auth failed: codeVerifier is missing.': 'failed',
  'VK container not found.': 'widgetFailed',
  'Unknown error during VK ID init.': 'widgetFailed',
} as const;

// Names of the error texts that the server may ask for by `l10nKey`.
const named = ['captcha', 'signInAgain', 'blocked', 'blockedUntil', 'unsupported'] as const;

function reasonOf({ code, status, detail, l10nKey }: ApiError): Reason {
  if (status === 0) return 'network';
  if (code === 'TooManyRequests') return 'tooMany';
  const told = named.find((reason) => l10nKey === `signInModal.errors.${reason}`);
  if (told !== undefined) return told;
  return Object.hasOwn(known, detail) ? known[detail as keyof typeof known] : 'failed';
}
