import type { Static } from 'typebox';
import { readUnknownFields } from '../read-unknown-fields.ts';
import {
  defineServerAdapter,
  type IdentityHost,
  type SettingsCheckResult,
  type VerifyLoginResult,
} from '../port.server.ts';
import { createRemoteKeyFinder } from '#kit/remote-keys.server.ts';
import { firebase } from './identity.ts';
import { verifyFirebaseIdToken } from './verify-id-token.server.ts';

type Host = IdentityHost<Static<typeof firebase.settings>>;

export const adapter = defineServerAdapter(firebase, {
  checkSettings,
  verify: ({ Token }, host) => verify(Token, host),
  calls: {
    authenticate: async ({ Token, GameSystemName, MarketingEnabled }, host, tools) =>
      tools.signIn(await verify(Token, host), {
        ...(GameSystemName !== undefined && { game: GameSystemName }),
        ...(MarketingEnabled !== undefined && { marketingEnabled: MarketingEnabled }),
      }),
  },
});

/** Asks for the address of each provider's sign-in page, as the browser does before it opens one. */
async function checkSettings(host: Host): Promise<SettingsCheckResult> {
  const results = await Promise.all(
    firebase.providers.map(async (name) => [name, await findRefusal(name, host)] as const),
  );
  const refused = results.filter(([, reason]) => reason !== undefined);
  // A provider that the project has switched off is a choice, as long as another one works.
  if (refused.length < results.length && refused.every(([, reason]) => reason === switchedOff))
    return { outcome: 'accepted' };
  const [, reason = ''] = refused[0] ?? [];
  return { outcome: rejections.test(reason) ? 'rejected' : 'unknown', reason };
}

const switchedOff = 'OPERATION_NOT_ALLOWED';
const rejections =
  /^(?:API key not valid|API_KEY_INVALID|CONFIGURATION_NOT_FOUND|OPERATION_NOT_ALLOWED|PROJECT_NOT_FOUND|Requests from referer)/;

/** Undefined: Google opens this provider's page. */
async function findRefusal(provider: string, host: Host): Promise<string | undefined> {
  const { log, portalUrl, settings } = host;
  const { ApiKey, ToolkitUrl = 'https://identitytoolkit.googleapis.com' } = settings;
  try {
    const { status, body } = await host.fetch(
      `${ToolkitUrl}/v1/accounts:createAuthUri?key=${encodeURIComponent(ApiKey)}`,
      {
        method: 'POST',
        // A key may be limited to the pages of the portal.
        headers: { 'content-type': 'application/json', accept: 'application/json', referer: `${portalUrl}/` },
        body: JSON.stringify({ providerId: `${provider}.com`, continueUri: `${portalUrl}/SignInReturn` }),
        timeoutMs: 4_500,
      },
    );
    const answer = readUnknownFields(JSON.parse(body.toString('utf8')));
    if (status === 200 && typeof answer['authUri'] === 'string') return undefined;
    const { message } = readUnknownFields(answer['error']);
    return typeof message === 'string' ? message.slice(0, 120) : `Google answered ${status} without a reason.`;
  } catch (error) {
    log.warn({ err: error }, 'Google did not answer whether it accepts the settings');
    return 'Google could not be reached, or gave no readable answer.';
  }
}

const googleKeysUrl = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const keysAt = createRemoteKeyFinder();

function verify(
  token: string,
  host: IdentityHost<{ ProjectId: string; KeysUrl?: string }>,
): Promise<VerifyLoginResult> {
  const { ProjectId, KeysUrl = googleKeysUrl } = host.settings;
  return verifyFirebaseIdToken(token, { projectId: ProjectId, findKey: keysAt(KeysUrl, host), now: host.now() });
}
