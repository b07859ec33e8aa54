// VK's One-Tap button: VK's frame over our own button. VK's script does not run in our page.
//
// Only messages from this frame and VK's origin count. The frame stays hidden until it reports that it has loaded. If
// it does not within five seconds, or does not know the person, it is removed and our button stays. Each attempt has
// its own verifier.
import { readUnknownFields } from '../read-unknown-fields.ts';
import type { IdentityBrowserHost, SignInPopup, SignInOutcome } from '../port.browser.ts';
import { buildOneTapUrl, getVkOrigin, type VkIdOptions } from './urls.browser.ts';
import { signInWithVk, toProvedOutcome, parseVkAuthorization } from './authorize.browser.ts';
import { createCoverFrame } from './cover-frame.browser.ts';
import { createPkceChallenge, createPkceVerifier } from './pkce.browser.ts';

export function renderOneTap(
  container: HTMLElement,
  options: VkIdOptions,
  host: IdentityBrowserHost,
  done: (outcome: SignInOutcome) => void,
): () => void {
  const cover = createCoverFrame(container, 'VK ID');
  let armed: { verifier: string; state: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let popup: SignInPopup | undefined;
  let isRemoved = false;
  let isDisposed = false;

  const removeButton = () => {
    isRemoved = true;
    armed = undefined;
    clearTimeout(timer);
    window.removeEventListener('message', onMessage);
    cover.remove();
  };
  const report = (outcome: SignInOutcome) => {
    if (!isDisposed) done(outcome);
  };
  const fail = (message: string, detail: unknown) => {
    host.log.warn(message, detail);
    removeButton();
    report({ outcome: 'failed', message });
  };

  async function load(): Promise<void> {
    const [verifier, state] = [createPkceVerifier(), createPkceVerifier()];
    const challenge = await createPkceChallenge(verifier);
    if (isRemoved) return;
    armed = { verifier, state };
    clearTimeout(timer);
    timer = setTimeout(() => {
      host.log.warn(`VK ID's button did not load within ${loadTimeoutMs} ms; ours stays`);
      removeButton();
    }, loadTimeoutMs);
    cover.load(buildOneTapUrl(options, host.locale, { challenge, state, heightPx: heightOf(container) }));
  }
  const begin = () => {
    load().catch((cause: unknown) => fail('Unknown error during VK ID init.', cause));
  };

  function succeed(params: unknown): void {
    // Cleared so that no second code is used with this verifier.
    const taken = armed;
    armed = undefined;
    if (!taken) return report({ outcome: 'failed', message: 'VK Auth failed: codeVerifier is missing.' });
    const granted = parseVkAuthorization(params, taken.state);
    if (granted.error !== undefined) return fail('VK widget error.', granted.error);
    report(toProvedOutcome(granted, taken.verifier));
    if (!isRemoved) begin();
  }

  function showFullAuth(params: unknown): void {
    const remembering: IdentityBrowserHost = { ...host, openPopup: () => (popup = host.openPopup()) };
    void signInWithVk(options, remembering, 'screen' in readUnknownFields(params) ? 'login' : '').then(report);
  }

  function onMessage(event: MessageEvent<unknown>): void {
    if (event.source !== cover.window() || event.origin !== getVkOrigin(options)) return;
    const { type, handler, params } = readUnknownFields(event.data);
    if (type !== 'vk-sak-sdk') return;
    if (handler === 'common: load') {
      clearTimeout(timer);
      cover.show();
    } else if (handler === 'onetap: success login') succeed(params);
    else if (handler === 'onetap: show full auth') showFullAuth(params);
    else if (handler === 'common: error') fail('VK widget error.', params);
    else if (handler === 'onetap: not authorized' || handler === 'common: close') removeButton();
  }

  window.addEventListener('message', onMessage);
  begin();
  return () => {
    isDisposed = true;
    removeButton();
    popup?.close();
  };
}

const loadTimeoutMs = 5_000;

// VK's buttons have an even height from 32 to 56 pixels.
const heightOf = (container: HTMLElement): number =>
  Math.min(56, Math.max(32, 2 * Math.round((container.clientHeight || 44) / 2)));
