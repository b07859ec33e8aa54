// Signs in through VK's own page. If our return page is registered with VK, the popup is redirected there, and the
// reply arrives even if the browser cut the link between the windows. Otherwise VK's popup posts a message to its
// opener.
import { readUnknownFields } from '../read-unknown-fields.ts';
import type { IdentityBrowserHost, SignInOutcome } from '../port.browser.ts';
import { readSignInReturnMessage } from '../read-sign-in-return.browser.ts';
import { buildAuthorizeUrl, isVkOrigin, type VkIdOptions } from './urls.browser.ts';
import { createPkceChallenge, createPkceVerifier } from './pkce.browser.ts';

/** Must be called during the click. `prompt: login` asks for an account other than the current one. */
export async function signInWithVk(
  options: VkIdOptions,
  host: IdentityBrowserHost,
  prompt: '' | 'login' = '',
): Promise<SignInOutcome> {
  // Before any await: browsers open a popup only during the click.
  const popup = host.openPopup();
  if (!popup) return { outcome: 'failed', message: 'Popup was blocked' };
  try {
    const verifier = createPkceVerifier();
    const state = createPkceVerifier();
    const { RedirectUrl } = options;
    const returns = RedirectUrl === host.returnUrl || RedirectUrl === host.apiReturnUrl;
    popup.go(
      buildAuthorizeUrl(options, host.locale, {
        challenge: await createPkceChallenge(verifier),
        state,
        prompt,
        returns,
      }),
    );
    const answer = await popup.message((data, origin) => {
      const returned = returns ? readSignInReturnMessage(data, origin, RedirectUrl, state) : undefined;
      if (returned) return readAnswer(Object.fromEntries(returned.fields), state);
      return isVkOrigin(origin, options) ? readMessage(data, state) : undefined;
    });
    if (answer === 'closed' || answer.error === 'access_denied')
      return { outcome: 'cancelled', message: 'Popup was closed' };
    if (answer.error !== undefined) {
      host.log.warn('VK ID answered with an error', answer.error);
      return { outcome: 'failed', message: 'VK widget error.' };
    }
    return toProvedOutcome(answer, verifier);
  } catch (cause) {
    host.log.warn('VK ID could not be opened', cause);
    return { outcome: 'failed', message: 'Unknown error during VK ID init.' };
  } finally {
    popup.close();
  }
}

export interface VkAuthorization {
  readonly code: string;
  readonly deviceId: string;
  readonly state: string;
  readonly error?: undefined;
}

export function parseVkAuthorization(
  payload: unknown,
  expectedState: string,
): VkAuthorization | { readonly error: string } {
  const { code, device_id: deviceId, state } = readUnknownFields(payload);
  if (state !== expectedState) return { error: 'state_mismatch' };
  if (typeof code !== 'string' || code === '' || typeof deviceId !== 'string' || deviceId === '')
    return { error: 'incomplete_answer' };
  return { code, deviceId, state: expectedState };
}

export const toProvedOutcome = ({ code, deviceId, state }: VkAuthorization, verifier: string): SignInOutcome => ({
  outcome: 'proved',
  login: { Code: code, CodeVerifier: verifier, DeviceId: deviceId, State: state },
});

const action = 'oauth2_authorize_response';

function readMessage(data: unknown, state: string): VkAuthorization | { readonly error: string } | undefined {
  const message = readUnknownFields(data);
  if (readUnknownFields(message['payload'])['error'] !== undefined) return readAnswer(message['payload'], state);
  if (typeof message['action'] !== 'string' || !message['action'].startsWith(action)) return undefined;
  return message['action'] === action + state ? readAnswer(message['payload'], state) : { error: 'state_mismatch' };
}

function readAnswer(payload: unknown, state: string): VkAuthorization | { readonly error: string } {
  const { error } = readUnknownFields(payload);
  return error === undefined ? parseVkAuthorization(payload, state) : { error: nameOf(error) };
}

// Observed both as text and as an object with an `error` field.
function nameOf(error: unknown): string {
  const name = typeof error === 'string' ? error : readUnknownFields(error)['error'];
  return typeof name === 'string' ? name.slice(0, 100) : 'unknown';
}
