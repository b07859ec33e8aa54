// Signs in at Google, Apple or Facebook through Firebase, without Firebase's script. Firebase ties its two calls
// together by `sessionId`, so a response that another person obtained is worthless here.
import type { Static } from 'typebox';
import { readUnknownFields } from '../read-unknown-fields.ts';
import type { BrowserAdapter, IdentityBrowserHost, SignInPopup, SignInOutcome } from '../port.browser.ts';
import { readSignInReturnMessage } from '../read-sign-in-return.browser.ts';
import type { firebase } from './identity.ts';

type Options = Static<typeof firebase.publicOptions.block>;

export const adapter = {
  async signIn(provider, options, host) {
    if (!options) return failed('Firebase Auth не был инициализирован, вызовите setFirebaseAuth');
    const way = ways.get(provider);
    if (!way) {
      host.log.warn('Firebase has no such provider', provider);
      return failed(tryAgain);
    }
    // Before any await: browsers open a popup only during the click.
    const popup = host.openPopup();
    if (!popup) return failed('Popup was blocked');
    try {
      return await signInWith(way, options, host, popup);
    } catch (cause) {
      host.log.warn('Sign-in through Firebase failed', cause);
      return failed(tryAgain);
    } finally {
      popup.close();
    }
  },
} satisfies BrowserAdapter<Options | undefined>;

interface Way {
  readonly providerId: string;
  /** Google replies in the URL fragment unless a code is requested. */
  readonly authFlowType?: 'CODE_FLOW';
  readonly customParameter: (locale: string) => Readonly<Record<string, string>>;
}

const ways: ReadonlyMap<string, Way> = new Map<string, Way>([
  [
    'google',
    {
      providerId: 'google.com',
      authFlowType: 'CODE_FLOW',
      customParameter: (locale) => ({ hl: locale, prompt: 'select_account' }),
    },
  ],
  ['apple', { providerId: 'apple.com', customParameter: (locale) => ({ locale }) }],
  ['facebook', { providerId: 'facebook.com', customParameter: () => ({ display: 'popup' }) }],
]);

const tryAgain = 'Failed to login. Try again';
const defaultToolkitUrl = 'https://identitytoolkit.googleapis.com';

const changedMind: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied']);

async function signInWith(
  way: Way,
  options: Options,
  host: IdentityBrowserHost,
  popup: SignInPopup,
): Promise<SignInOutcome> {
  const { customParameter, ...request } = way;
  const begun = await call('createAuthUri', options, host, {
    ...request,
    continueUri: host.returnUrl,
    customParameter: customParameter(host.locale),
  });
  const { authUri, sessionId } = begun;
  if (!isPage(authUri, options) || typeof sessionId !== 'string') {
    return refused('Firebase gave no page to sign in at', begun, host);
  }
  popup.go(authUri);
  const state = new URL(authUri).searchParams.get('state') ?? '';
  const answer = await popup.message((data, origin) => readSignInReturnMessage(data, origin, host.returnUrl, state));
  if (answer === 'closed') return cancelled;

  const error = answer.fields.get('error');
  if (error !== null) {
    return changedMind.has(error) ? cancelled : refused('The provider answered with an error', { error }, host);
  }
  const signedIn = await call('signInWithIdp', options, host, {
    requestUri: answer.url,
    ...(answer.form !== undefined && { postBody: answer.form }),
    sessionId,
    returnSecureToken: true,
    returnIdpCredential: true,
  });
  return outcomeOf(signedIn, host);
}

function outcomeOf(signedIn: Readonly<Record<string, unknown>>, host: IdentityBrowserHost): SignInOutcome {
  const { idToken, needConfirmation, verifiedProvider } = signedIn;
  const other: unknown = Array.isArray(verifiedProvider) ? verifiedProvider[0] : undefined;
  if (needConfirmation === true && typeof other === 'string') {
    return failed(`Account exists with ${other.replace(/\.com$/, '')}`);
  }
  if (needConfirmation === true || typeof idToken !== 'string' || idToken === '') {
    return refused('Firebase did not sign in', signedIn, host);
  }
  return { outcome: 'proved', login: { Token: idToken } };
}

async function call(
  name: 'createAuthUri' | 'signInWithIdp',
  options: Options,
  host: IdentityBrowserHost,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const base = options.ToolkitUrl ?? defaultToolkitUrl;
  const answer = await host.post(`${base}/v1/accounts:${name}?key=${encodeURIComponent(options.ApiKey)}`, body);
  return readUnknownFields(answer.body);
}

/**
 * Rejects schemes such as `javascript:`, which would run in the portal's page, and URLs without a state, by which the
 * reply is recognised.
 */
function isPage(address: unknown, options: Options): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, searchParams } = new URL(address);
  const isKind = protocol === 'https:' || (protocol === 'http:' && options.ToolkitUrl !== undefined);
  return isKind && searchParams.has('state');
}

const cancelled: SignInOutcome = { outcome: 'cancelled', message: 'Popup was closed' };
const failed = (message: string): SignInOutcome => ({ outcome: 'failed', message });

/** Only the vendor's error is logged, because responses may contain tokens. */
function refused(text: string, answer: Readonly<Record<string, unknown>>, host: IdentityBrowserHost): SignInOutcome {
  host.log.warn(text, answer['error'] ?? answer['errorMessage'] ?? Object.keys(answer));
  return failed(tryAgain);
}
