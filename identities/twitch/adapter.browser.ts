// Takes the player through Twitch's consent page in a popup. The server exchanges the code that comes back.
import type { Static } from 'typebox';
import type { ConnectionBrowserAdapter } from '../port.browser.ts';
import { readSignInReturnMessage } from '../read-sign-in-return.browser.ts';
import type { twitch } from './identity.ts';

type Options = Static<typeof twitch.connection.options>;
interface Calls {
  connect(input: { Game: string; Code: string; RedirectUri: string }): Promise<unknown>;
}

export const adapter = {
  async connect(game, options, host) {
    // Before any await: browsers open a popup only during the click.
    const popup = host.openPopup();
    if (!popup) return 'blocked';
    try {
      const state = crypto.randomUUID();
      popup.go(buildAuthorizeUrl(options, host.returnUrl, state));
      const answer = await popup.message((data, origin) =>
        readSignInReturnMessage(data, origin, host.returnUrl, state),
      );
      if (answer === 'closed' || answer.fields.get('error') === 'access_denied') return 'cancelled';
      const code = answer.fields.get('code') ?? '';
      if (code === '') throw new Error(`Twitch returned ${answer.fields.get('error') ?? 'no code'}.`);
      await host.calls.connect({ Game: game, Code: code, RedirectUri: host.returnUrl });
      return 'connected';
    } finally {
      popup.close();
    }
  },
} satisfies ConnectionBrowserAdapter<Options, Calls>;

function buildAuthorizeUrl({ AuthUrl, ClientId, Scopes }: Options, returnUrl: string, state: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ClientId,
    redirect_uri: returnUrl,
    scope: (Scopes ?? ['openid']).join(' '),
    state,
    // Lets the player choose another account than the one that the browser is signed in with.
    force_verify: 'true',
  });
  return `${AuthUrl ?? 'https://id.twitch.tv'}/oauth2/authorize?${query.toString()}`;
}
