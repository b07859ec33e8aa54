// Sign-in with the login of the platform that the game runs on, or with a code of our own.
import type { IdentityType } from '#contract/registries.ts';
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { VerifyLoginResult } from '#platforms/port.server.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { LoadedPlatform } from './load-platforms.ts';
import { createPlatformHost, type PlatformDeps } from './platform-host.ts';
import { createPlatformSignIn, type PlatformSignInDeps } from './platform-sign-in.ts';

export interface SignInByPlatformDeps extends PlatformDeps, PlatformSignInDeps {
  readonly platforms: readonly LoadedPlatform[];
}

export function createSignInByPlatformRoute(
  deps: SignInByPlatformDeps,
): Pick<AreaHandlers<'auth'>, 'authenticateFromSocial'> {
  const signIn = createPlatformSignIn(deps);
  return {
    authenticateFromSocial: async ({ body, caller, session }) => {
      const { Social, Game: game, Locale } = body;
      const platform = deps.platforms.find(({ manifest }) => manifest.id === Social);
      await requireGame(deps.database.kysely, game);
      const { verdict, ...proved } = await verify(deps, platform, body, { game, caller: caller() });
      const { Token, AccountId, identity } = await signIn(verdict, {
        ...proved,
        game,
        caller: caller(),
        session,
        ...(Locale !== undefined && { locale: toLocale(Locale) }),
      });
      if (!identity) return { Token, AccountId };
      return {
        Token,
        AccountId,
        // `every-*.test.ts` checks that an adapter proves only types that its manifest declares.
        SocialIdentifierType: identity.type as IdentityType,
        SocialIdentifier: identity.externalId,
      };
    },
  };
}

async function verify(
  deps: PlatformDeps,
  platform: LoadedPlatform | undefined,
  body: Readonly<Record<string, unknown>>,
  call: { readonly game: string; readonly caller: Caller },
): Promise<{
  readonly verdict: VerifyLoginResult;
  readonly scope: IdentityScope;
  readonly manifest: PlatformManifest;
}> {
  const { login, title } = platform?.manifest ?? {};
  if (!platform?.adapter.verify || !login)
    throw new Problem('NotConfigured', `Sign-in with ${title ?? 'this platform'} is not available here.`, {
      param: title,
    });
  const block = body[login.key];
  if (typeof block !== 'object' || block === null)
    throw new Problem('InvalidRequest', `${login.key} is required for this platform.`, {
      fields: { [login.key]: 'is required' },
    });
  // The contract validated the login by the manifest, and the settings match its schema.
  const { host, scope } = await createPlatformHost(deps, platform, call);
  return { verdict: await platform.adapter.verify(block, host), scope, manifest: platform.manifest };
}
