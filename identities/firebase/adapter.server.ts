import { defineServerAdapter, type IdentityHost, type VerifyLoginResult } from '../port.server.ts';
import { createRemoteKeyFinder } from '#kit/remote-keys.server.ts';
import { firebase } from './identity.ts';
import { verifyFirebaseIdToken } from './verify-id-token.server.ts';

export const adapter = defineServerAdapter(firebase, {
  verify: ({ Token }, host) => verify(Token, host),
  calls: {
    authenticate: async ({ Token, GameSystemName, MarketingEnabled }, host, tools) =>
      tools.signIn(await verify(Token, host), {
        ...(GameSystemName !== undefined && { game: GameSystemName }),
        ...(MarketingEnabled !== undefined && { marketingEnabled: MarketingEnabled }),
      }),
  },
});

const googleKeysUrl = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const keysAt = createRemoteKeyFinder();

function verify(
  token: string,
  host: IdentityHost<{ ProjectId: string; KeysUrl?: string }>,
): Promise<VerifyLoginResult> {
  const { ProjectId, KeysUrl = googleKeysUrl } = host.settings;
  return verifyFirebaseIdToken(token, { projectId: ProjectId, findKey: keysAt(KeysUrl, host), now: host.now() });
}
