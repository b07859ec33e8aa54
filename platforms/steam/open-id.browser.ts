// Signs in on Steam's page from a normal browser. Only a return to the tab that started counts.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import type { steam } from './platform.ts';

type Host = BrowserHost<typeof steam>;

/** Never resolves: the page is left. */
export async function redirectToSteam(host: Host): Promise<void> {
  const state = crypto.randomUUID();
  try {
    host.window.sessionStorage.setItem(key, state);
  } catch (cause) {
    throw new PlatformError('Unknown', 'This browser blocks session storage, which the sign-in needs', {
      cause,
    });
  }
  const { Url } = await host.calls.signIn({ Game: host.game, State: state }).catch((cause: unknown) => {
    throw new PlatformError('Unknown', "Steam's sign-in page is unknown", { cause });
  });
  if (!host.leave(Url)) throw new PlatformError('Unknown', "Steam's sign-in page has no valid address");
  await host.withPlatformTimeout('Steam’s page', new Promise(() => undefined));
}

interface ReturnedSignIn {
  readonly query: string;
  /** For display only: the server verifies it. */
  readonly steamId: string;
}

/**
 * Returns undefined if this isn't a return from Steam, or not to this tab's attempt. Removes the parameters from the
 * address in any case.
 */
export function consumeReturnedSignIn(host: Host): ReturnedSignIn | undefined {
  const { search, searchParams } = host.launchUrl;
  if (!searchParams.has('openid.mode')) return undefined;
  const address = new URL(host.launchUrl);
  for (const name of searchParams.keys()) if (/^(state$|openid\.)/.test(name)) address.searchParams.delete(name);
  host.replaceLaunch(address);
  if (searchParams.get('openid.mode') !== 'id_res' || searchParams.get('state') !== takeState(host)) return undefined;
  const claimed = searchParams.get('openid.claimed_id') ?? '';
  return { query: search.slice(1), steamId: /\/(\d{17,20})$/.exec(claimed)?.[1] ?? '' };
}

/** Returns this tab's state and deletes it. Undefined: none, or storage isn't readable. */
function takeState({ window, log }: Host): string | undefined {
  try {
    const kept = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return kept ?? undefined;
  } catch (error) {
    log.warn("This tab's sign-in state can't be read", error);
    return undefined;
  }
}

const key = 'fxid.steam';
