// Sign-in to a game that has its own player ids: by an emailed code, an external id, an identity of the sign-in modal,
// or a refresh token. Every such session is limited to that game.
import { toLocale } from '#model/locale.ts';
import { maskEmail } from '#model/mask-email.ts';
import { Problem } from '#model/problem.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { ScopedLoginResult } from '#server/features/identities/identity-hosts.ts';
import { buildCaptchaProblem } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Log } from '#server/http/log.ts';
import {
  attachIdentityAndSignIn,
  signInToGame,
  findIdentityReceiver,
  issueGameTokens,
  type ExternalAccountsDeps,
  type ExternalSignInParams,
  type GameSignInTokens,
  type IdentityReceiver,
} from './external-accounts.ts';
import type { GameAssertions } from './game-assertion.ts';
import type { GameMailCodes } from './mail-codes.ts';
import { exchangeRefreshToken } from './refresh-tokens.ts';
import { canVouchForIdentityType } from './vouchable-types.ts';

export interface ExternalIdDeps extends ExternalAccountsDeps {
  readonly gameAssertions: GameAssertions;
  readonly mailCodes: GameMailCodes;
  readonly verifyLogin: (
    authenticationType: string,
    body: Readonly<Record<string, unknown>>,
    game: string,
  ) => Promise<ScopedLoginResult>;
  readonly log: Pick<Log, 'warn'>;
}

export function createExternalIdRoutes(
  deps: ExternalIdDeps,
): Pick<AreaHandlers<'auth'>, 'authenticateWithExternalId' | 'authenticateToFxidAdapterForExternalId'> {
  const { database, verifyLogin } = deps;
  return {
    authenticateWithExternalId: async ({ params: { Game: game }, body, caller, session }) => {
      const { Locale: locale, RefreshToken, EmailCredentials, ExternalSocialIdentifier, ExternalInfo } = body;
      if ([RefreshToken, EmailCredentials, ExternalSocialIdentifier].filter(Boolean).length !== 1)
        throw new Problem(
          'InvalidRequest',
          'Send one of RefreshToken, EmailCredentials and ExternalSocialIdentifier, and only one.',
        );
      await requireGame(database.kysely, game);
      if (RefreshToken) return refreshTokens(deps, RefreshToken, game, caller());
      if (EmailCredentials) {
        const { Email: email, Code: code } = EmailCredentials;
        const { SessionId: sessionId, CaptchaResult: captcha } = body;
        return signInByMailCode(deps, { email, code, sessionId, game, caller: caller(), locale, captcha });
      }
      // The contract ensures that one of the three is present.
      const identity = ExternalSocialIdentifier ?? { Type: '', Id: '' };
      const transferTo = body.AdditionalOptions?.TransferFromAccountId;
      const about = { game, caller: caller(), locale, session: await session(), transferTo };
      return signInByAssertion(deps, { type: identity.Type, externalId: identity.Id }, ExternalInfo, about);
    },
    authenticateToFxidAdapterForExternalId: async ({ body, caller, session }) => {
      const { Game: game, AuthenticationType, Locale: locale, AdditionalOptions } = body;
      await requireGame(database.kysely, game);
      const verdict = await verifyLogin(AuthenticationType, body, game);
      if (verdict.outcome === 'refused') return refuse('Failed to login. Try again');
      const { proof, scope } = verdict;
      const transferTo = AdditionalOptions?.TransferFromAccountId;
      const answer = await signInByProof(
        deps,
        { proof, scope, game, caller: caller(), locale, session: await session(), transferTo },
        async () => undefined,
      );
      return { ...answer, ...(proof.email?.verified && { Email: maskEmail(proof.email.address) }) };
    },
  };
}

async function refreshTokens(deps: ExternalIdDeps, token: string, game: string, caller: Caller): Promise<Answer> {
  const refreshed = await exchangeRefreshToken(deps.database, token, game, caller);
  if (refreshed.outcome === 'refused') return refuse('The refresh token is not good any more. Sign in again.');
  return accept(await issueGameTokens(deps, refreshed.accountId, game, refreshed.token, refreshed.refreshToken));
}

async function signInByMailCode(
  deps: ExternalIdDeps,
  { email, code, sessionId, game, caller, locale, captcha }: MailLogin,
): Promise<Answer> {
  const { mailCodes } = deps;
  if (sessionId === undefined || sessionId.length < shortestSessionId)
    throw new Problem(
      'InvalidRequest',
      `SessionId needs ${shortestSessionId} random characters or more, the same when asking and when bringing the code.`,
    );
  if (code === undefined) {
    const spoken = locale === undefined ? caller.locale : toLocale(locale);
    await mailCodes.send({ email, game, sessionId, caller, locale: spoken, captcha });
    return { State: 'NeedsEmailConfirmation', Hint: maskEmail(email).slice(-maxHint) };
  }
  const taken = await mailCodes.consume({ email, sessionId, code, caller, captcha });
  if (taken.outcome === 'captcha-required') throw buildCaptchaProblem('email_code');
  if (taken.outcome !== 'passed') return refuse(codeHints[taken.outcome]);
  const proof = {
    identity: { type: 'Email', externalId: taken.email },
    email: { address: taken.email, verified: true },
  };
  // The portal verified the address, but the game holds the resulting session.
  const scope = undefined;
  return accept(
    await signInToGame(deps, { proof, scope, game, caller, locale, session: undefined, transferTo: undefined }),
  );
}

async function signInByAssertion(
  deps: ExternalIdDeps,
  identity: ExternalSignInParams['proof']['identity'],
  info: { readonly Name?: string; readonly Signature?: string } | undefined,
  about: Omit<ExternalSignInParams, 'proof' | 'scope'>,
): Promise<Answer> {
  const { gameAssertions, log } = deps;
  const { game } = about;
  if (!canVouchForIdentityType(identity.type)) return refuse('Players prove this type of identity themselves.');
  const verdict = await gameAssertions.verify(game, info?.Signature ?? '', 'external-id');
  if (verdict.outcome !== 'valid' || verdict.assertion.subject !== `${identity.type}:${identity.externalId}`) {
    const reason = verdict.outcome === 'refused' ? verdict.reason : verdict.outcome;
    log.warn({ game, reason }, "A game's assertion about an external id was refused.");
    return refuse("The game's signature of this id is missing, wrong or too old.");
  }
  const proof = { identity, ...(info?.Name !== undefined && { name: info.Name }) };
  // Offering a transfer changes nothing, so the same assertion can be used for the confirmation.
  return signInByProof(deps, { ...about, proof, scope: game }, async () =>
    (await gameAssertions.consume(verdict.assertion)) ? undefined : refuse("The game's signature was used before."),
  );
}

/** Calls `settle` before any change; if that returns a result, it is returned. */
async function signInByProof(
  deps: ExternalIdDeps,
  given: ExternalSignInParams,
  settle: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const candidate = await findIdentityReceiver(deps.database, given);
  if (given.transferTo !== undefined && given.transferTo !== candidate?.accountId)
    return refuse('This identity cannot be given to that account. Sign in to the account first.');
  if (candidate && given.transferTo === undefined)
    return { State: 'NeedsTransfer', TransferOptions: [describeCandidate(candidate)] };
  const end = await settle();
  if (end) return end;
  return accept(await (candidate ? attachIdentityAndSignIn(deps, given, candidate) : signInToGame(deps, given)));
}

interface Answer {
  State: 'Authenticated' | 'NeedsEmailConfirmation' | 'NeedsTransfer' | 'Refused';
  Tokens?: GameSignInTokens;
  Hint?: string;
  TransferOptions?: { AccountId: string; Name: string; Games: string[] }[];
}

interface MailLogin {
  readonly email: string;
  readonly code: string | undefined;
  readonly sessionId: string | undefined;
  readonly game: string;
  readonly caller: Caller;
  readonly locale: string | undefined;
  readonly captcha: string | undefined;
}

const codeHints = {
  wrong: 'The code is wrong. Try again.',
  expired: 'The code has expired or was used before. Ask for a new one.',
  'link-only': 'The digits no longer work for this address today. Open the link in the mail.',
} as const;
const shortestSessionId = 16;
const maxHint = 200;

const accept = (tokens: GameSignInTokens): Answer => ({ State: 'Authenticated', Tokens: tokens });
const refuse = (hint: string): Answer => ({ State: 'Refused', Hint: hint });

const describeCandidate = ({ accountId, name, games }: IdentityReceiver) => ({
  AccountId: accountId,
  Name: name,
  Games: [...games],
});
