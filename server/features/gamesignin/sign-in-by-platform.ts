// Signing in with the identity of the platform that the game runs on. The platform proves who somebody is, so the session is
// a full one. A guest of ours who turns out to be somebody on the platform keeps his account; a registered player who opens
// the game on a platform is whoever the platform says, and his own session stays as it is.
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { IdentityType } from '#contract/registries.ts';
import type { Fetch } from '#model/fetch.server.ts';
import type { Verdict } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { ownerOf, type SignIn } from '#server/features/signin/sign-in.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import type { Log } from '#server/http/log.ts';
import type { LoadedPlatform } from './load-platforms.ts';
import { requireGame } from './require-game.ts';

export interface SignInByPlatformDeps {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly platforms: readonly LoadedPlatform[];
  readonly settings: Pick<AdapterSettings, 'read'>;
  readonly fetch: Fetch;
  /** Where the portal is, without a slash at its end. */
  readonly portalUrl: string;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
}

export function signInByPlatform(deps: SignInByPlatformDeps): Pick<AreaHandlers<'auth'>, 'authenticateFromSocial'> {
  const { database, signIn, platforms, log } = deps;
  return {
    authenticateFromSocial: async ({ body, caller, session }) => {
      const { Social, Game: game, Locale } = body;
      const platform = platforms.find(({ manifest }) => manifest.id === Social);
      await requireGame(database, game);
      const verdict = await verify(deps, platform, body, game);
      if (verdict.outcome === 'refused') {
        log.warn({ platform: Social, game, reason: verdict.reason }, 'A login of a platform was refused.');
        throw new Problem('ProofRefused');
      }
      const { proof, guest } = verdict;
      const [identity] = proof.identities;
      const own = await session();
      const { Token, AccountId } = await signIn(proof, {
        caller: caller(),
        guest,
        ...(Locale !== undefined && { locale: toLocale(Locale) }),
        session: own && !guest && (await isGuestToRegister(database, own, identity)) ? own : undefined,
      });
      return {
        Token,
        AccountId,
        // The family suite checks that a half proves only what its manifest declares.
        SocialIdentifierType: identity.type as IdentityType,
        SocialIdentifier: identity.externalId,
      };
    },
  };
}

async function verify(
  { settings, fetch, portalUrl, now, log }: SignInByPlatformDeps,
  platform: LoadedPlatform | undefined,
  body: Readonly<Record<string, unknown>>,
  game: string,
): Promise<Verdict> {
  const { login, title, settings: schema } = platform?.manifest ?? {};
  if (!platform?.half?.verify || !login)
    throw new Problem('NotConfigured', `Sign-in with ${title ?? 'this platform'} is not available here.`);
  const { folder } = platform;
  const block = body[login.key];
  if (block === undefined)
    throw new Problem('InvalidRequest', `${login.key} is required for this platform.`, {
      fields: { [login.key]: 'is required' },
    });
  const own = schema && (await settings.read('platforms', folder, schema, game));
  if (schema && own === undefined) throw new Problem('NotConfigured', `Sign-in with ${title} is not set up here.`);
  // The contract has checked the block against the manifest, and the settings fit its schema.
  return platform.half.verify(block as never, { fetch, now, log, game, portalUrl, settings: own as never });
}

/** Whether the session is a guest's whom an identity that nobody has yet would register. */
async function isGuestToRegister(
  database: Database,
  { accountId }: Session,
  identity: { readonly type: string; readonly externalId: string },
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('guest')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return account?.guest === true && (await ownerOf(trx, { identities: [identity] })) === undefined;
  });
}
