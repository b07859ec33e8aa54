// Puts together everything about accounts: how one signs in, by which identities, from which games, and what one can do with
// the account afterwards.
import { computeLimitFactor, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createGameKeys, type GameKeys } from './features/game-keys/game-keys.ts';
import { createOperatorKeys, type OperatorKeys } from './features/operator-keys/operator-keys.ts';
import { loadPlatforms, type LoadedPlatform } from './features/game-sign-in/load-platforms.ts';
import { createBranches } from './features/release-channels/branches.ts';
import { createPlatformCalls, type PlatformCallsDeps } from './features/game-sign-in/platform-calls.ts';
import { createGameSignInRoutes } from './features/game-sign-in/routes.ts';
import { createGameJwts } from './features/game-tokens/game-jwt.ts';
import { createSigningKeys, type SigningKeys } from './features/game-tokens/signing-keys.ts';
import { createGamesReader } from './features/games/read-games.ts';
import { createHandoffRoutes } from './features/device-handoff/routes.ts';
import { createVerifyLogin, type IdentityDeps } from './features/identities/identity-hosts.ts';
import { listIdentityTitles } from './features/identities/list-sign-in-methods.ts';
import { loadIdentityAdapters, type LoadedIdentity } from './features/identities/load-identity-adapters.ts';
import { createIdentityRoutes, createIdentityCalls } from './features/identities/routes.ts';
import type { QueueMail } from './features/mail/queue-mail.ts';
import { createMailLimits, type MailLimits } from './features/mail-rate-limits/mail-limits.ts';
import { createGameMailCodes } from './features/magic-links/game-mail-codes.ts';
import { createMailLinks } from './features/magic-links/mail-links.ts';
import { createMailLinkRoutes, type MailLinkDeps } from './features/magic-links/routes.ts';
import type { ScheduleErasure } from './features/account-deletion/request-deletion.ts';
import { createProfileRoutes } from './features/profile/routes.ts';
import { createGameWidgetFinder } from '#server/features/captcha/game-widget.ts';
import { createWorkCheck } from './features/captcha/work-check.ts';
import { buildCaptchaAddress } from './features/captcha/captcha-address.ts';
import { createCaptchaVerifier, type CaptchaVerifier } from './features/captcha/captcha-verifier.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import {
  createAdapterSettings,
  type AdapterSettings,
  type FixedSettings,
} from './features/settings/adapter-settings.ts';
import { createSignIn, type SignIn } from './features/sign-in/sign-in.ts';
import { createTellOfChange } from './features/sign-in/tell-of-change.ts';
import { createStoreFinder } from './features/store/open-stores.ts';
import { createCatalogueReader } from './features/store/read-catalogue.ts';
import type { ApiHandlers } from './http/implement.ts';
import type { Log } from './http/log.ts';
import type { MoneyArea } from './money-areas.ts';
import type { PlayArea } from './play-areas.ts';
import type { HeaderPolicy } from './http/headers.ts';
import type { SafeFetch } from './http/safe-fetch.ts';
import type { Sealer } from './secrets/sealer.ts';

export interface AccountDeps {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly scheduleErasure: ScheduleErasure;
  readonly queueMail: QueueMail;
  /** The door to the outside; on a laptop it opens to loopback, where the simulators are. */
  readonly vendorFetch: SafeFetch;
  readonly turnstile: Config['turnstile'];
  readonly fixedSettings?: FixedSettings | undefined;
  /** The platforms; absent: those that there are. */
  readonly platforms?: readonly LoadedPlatform[] | undefined;
}

/** Of the application as a whole, for calls that answer with a page. */
interface AccountPages {
  readonly policy: HeaderPolicy;
  readonly lab?: { readonly frameAncestors?: readonly string[] } | undefined;
}

export interface AccountParts {
  readonly identities: readonly LoadedIdentity[];
  readonly platforms: readonly LoadedPlatform[];
  readonly settings: AdapterSettings;
  readonly gameKeys: GameKeys;
  readonly operatorKeys: OperatorKeys;
  readonly signingKeys: SigningKeys;
  readonly captcha: CaptchaVerifier;
  readonly mailLimits: MailLimits;
}

export async function createAccountParts(deps: AccountDeps): Promise<AccountParts> {
  const { config, database, sealer, log, now, fixedSettings } = deps;
  return {
    identities: await loadIdentityAdapters(),
    platforms: deps.platforms ?? (await loadPlatforms()),
    settings: createAdapterSettings({ database, sealer, log, now, fixed: fixedSettings }),
    gameKeys: createGameKeys(database, sealer),
    operatorKeys: createOperatorKeys(database),
    signingKeys: createSigningKeys({ database, sealer, now, log }),
    captcha:
      config.captcha === 'work'
        ? createWorkCheck({ database, sealer, now, log })
        : createCaptchaVerifier({
            ...deps.turnstile,
            findGameWidget: createGameWidgetFinder(createGamesReader(database).readGame, deps.turnstile.gameSecrets),
            hostnames: [buildCaptchaAddress(config.gamesUrl).hostname],
            safeFetch: (address, options) => deps.vendorFetch(address, { ...options, provider: 'captcha' }),
            now,
            log,
            production: config.production,
          }),
    mailLimits: createMailLimits(database, sealer, { networkFactor: computeLimitFactor(config) }),
  };
}

type AccountArea = Exclude<keyof ApiHandlers, 'games' | 'info' | PlayArea | MoneyArea>;

export function createAccountAreas(
  deps: AccountDeps & Pick<PlatformCallsDeps, 'claim' | 'findGranted' | 'give' | 'wrongReceipts'> & AccountPages,
  parts: AccountParts,
): Pick<ApiHandlers, AccountArea> & { info: Omit<ApiHandlers['info'], 'news' | 'newsItem'> } {
  const { config, database, sealer, sessions, log, now, queueMail } = deps;
  const { identities, platforms, settings, gameKeys, signingKeys } = parts;
  const portalUrl = config.publicUrl;
  const notifyOfChange = createTellOfChange({
    queueMail,
    undoAddress: buildPageAddress(config, 'UndoSignInChange'),
    titles: listIdentityTitles(identities),
  });
  const signIn = createSignIn({ database, notifyOfChange });
  const gameJwts = createGameJwts({ signingKeys, portalUrl: portalUrl.href.replace(/\/$/, ''), now });
  const identityDeps: IdentityDeps = { identities, settings, fetch: deps.vendorFetch, now, log, portalUrl };
  const verifyLogin = createVerifyLogin(identityDeps);
  const findStores = createStoreFinder(createCatalogueReader(database, now));
  const mailDeps = mailLinkDeps(deps, signIn, parts);
  const byMail = createMailLinkRoutes(mailDeps);
  const byPlatform = { database, signIn, platforms, settings, fetch: deps.vendorFetch, now, log };
  const byGame = createGameSignInRoutes({
    ...byPlatform,

    sessions,
    gameKeys,
    gameJwts,
    notifyOfChange,
    findStores,
    portalUrl,
    mailCodes: createGameMailCodes(mailDeps),
    verifyLogin,
  });
  return {
    ...createIdentityCalls({ ...identityDeps, database, sealer, signIn, notifyOfChange }),
    ...createPlatformCalls({
      ...byPlatform,
      claim: deps.claim,
      findGranted: deps.findGranted,
      wrongReceipts: deps.wrongReceipts,
      give: deps.give,
      branches: createBranches({ database, now }),
      launch: { config, policy: deps.policy, labAncestors: deps.lab?.frameAncestors ?? [] },
      portalUrl: portalUrl.href.replace(/\/$/, ''),
    }),
    auth: { ...byMail.auth, ...byGame.auth, ...createIdentityRoutes(verifyLogin, { signIn }) },
    handoffs: createHandoffRoutes({
      database,
      portalOrigin: portalUrl.origin,
      askAddress: buildPageAddress(config, 'LoginFromDevice'),
    }),
    invite: { ...byMail.invite, ...byGame.invite },
    info: byGame.info,
    profile: createProfileRoutes({
      database,
      sessions,
      signGameJwt: (...about) => gameJwts.sign(...about),
      findStores,
      queueMail,
      scheduleErasure: deps.scheduleErasure,
      profileLink: buildPageAddress(config, 'Profile').href,
      notifyOfChange,
    }),
  };
}

function mailLinkDeps(deps: AccountDeps, signIn: SignIn, parts: AccountParts): MailLinkDeps {
  const { config, database, sealer, queueMail } = deps;
  const { captcha, mailLimits, gameKeys } = parts;
  const { readGame } = createGamesReader(database);
  return {
    database,
    mailLinks: createMailLinks(database, sealer, mailLimits),
    mailLimits,
    gameKeys,
    captcha,
    signIn,
    queueMail,
    portalOrigin: config.publicUrl.origin,
    linkAddress: buildPageAddress(config, 'LoginValidateEmail'),
    hasGame: async (game) => (await readGame(game)) !== undefined,
  };
}

/** The address of a page of the portal, as it goes into a mail: from the settings, never from what a request calls itself. */
export function buildPageAddress({ publicUrl, basePath, routerType }: Config, page: string): URL {
  return new URL(routerType === 'hash' ? `${basePath}#/${page}` : basePath + page, publicUrl);
}
