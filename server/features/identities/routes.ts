// Sign-in by the sign-in modal, and API calls of single identities.
import type * as manifests from '#identities/registry.ts';
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { ApiHandlers, AreaHandlers, ApiCall } from '#server/http/implement-api.ts';
import type { Route } from '#model/route.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { createIdentityHost, type IdentityDeps, type VerifyLogin } from './identity-hosts.ts';
import type { LoadedIdentityAdapter } from './load-identity-adapters.ts';
import { createIdentityTools, type IdentityToolsDeps } from './identity-tools.ts';

export function createIdentityRoutes(
  verifyLogin: VerifyLogin,
  { signIn }: Pick<IdentityToolsDeps, 'signIn'>,
): Pick<AreaHandlers<'auth'>, 'authenticateToFxid'> {
  return {
    authenticateToFxid: async ({ body, caller, session }) => {
      const verdict = await verifyLogin(body.AuthenticationType, body, body.Game);
      if (verdict.outcome === 'refused') return { Success: false, Error: { Message: 'Failed to login. Try again' } };
      const data = await signIn(verdict.proof, {
        caller: caller(),
        scope: verdict.scope,
        session: await session(),
        marketingEnabled: body.MarketingEnabled,
        ...(body.Locale !== undefined && { locale: toLocale(body.Locale) }),
      });
      return { Success: true, Data: data };
    },
  };
}

export function createIdentityHandlers(deps: IdentityDeps & IdentityToolsDeps): Pick<ApiHandlers, OwnArea> {
  const areas = deps.identities.flatMap((each) => {
    const calls = Object.entries(each.manifest.routes ?? {});
    return calls.length === 0 ? [] : [[each.folder, ownCalls(deps, each, calls)]];
  });
  // The adapters are typed by their manifests, which also define the contract's areas.
  return Object.fromEntries(areas) as Pick<ApiHandlers, OwnArea>;
}

type OwnArea = Extract<keyof ApiHandlers, keyof typeof manifests>;

type OwnCall = (input: object, host: unknown, tools: unknown) => Promise<unknown>;

function ownCalls(
  deps: IdentityDeps & IdentityToolsDeps,
  of: LoadedIdentityAdapter,
  calls: readonly (readonly [string, Route])[],
) {
  const handlers = calls.map(([name]) => {
    const own = (of.adapter?.calls as Record<string, OwnCall> | undefined)?.[name];
    const handler = async (call: ApiCall<Route>): Promise<unknown> => {
      if (!own)
        throw new Problem('NotConfigured', `Sign-in with ${of.manifest.title} is not available here.`, {
          param: of.manifest.title,
        });
      const input = { ...(call.params as object), ...(call.query as object), ...(call.body as object) };
      const { Game, GameSystemName } = input as { Game?: string; GameSystemName?: string };
      const keyGame = call.gameKey?.game;
      const { host, scope } = await createIdentityHost(deps, of, keyGame ?? Game ?? GameSystemName);
      // Calls for players have a session; public calls look it up on demand.
      const given = call.session as Session | undefined | (() => Promise<Session | undefined>);
      const session = typeof given === 'function' ? given : async () => given;
      return own(
        input,
        host,
        createIdentityTools(deps, of.folder, { caller: call.caller(), session, scope, game: keyGame }),
      );
    };
    return [name, handler] as const;
  });
  return Object.fromEntries(handlers);
}
