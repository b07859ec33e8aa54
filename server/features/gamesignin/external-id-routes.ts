// Signing in to a game that keeps ids of its own: by a code that was mailed, by an id from elsewhere for which the game vouches,
// by an identity of the sign-in modal, or by a refresh token. Every such session is good for that game alone.
import { toLocale } from '#model/locale.ts';
import { maskEmail } from '#model/mask-email.ts';
import { Problem } from '#model/problem.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { ScopedVerdict } from '#server/features/identities/identity-hosts.ts';
import { robotCheckNeeded } from '#server/features/maillimits/mail-limits.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import type { Log } from '#server/http/log.ts';
import {
  attachAndEnter,
  enterGame,
  findTransferCandidate,
  issueTokens,
  type ExternalAccountsDeps,
  type ExternalProof,
  type GameTokens,
  type TransferCandidate,
} from './external-accounts.ts';
import type { GameWords } from './game-word.ts';
import type { MailCodes } from './mail-codes.ts';
import { takeRefreshToken } from './refresh-tokens.ts';
import { canVouchFor } from './vouchable-types.ts';

export interface ExternalIdDeps extends ExternalAccountsDeps {
  readonly sessions: Pick<Sessions, 'forget'>;
  readonly gameWords: GameWords;
  readonly mailCodes: MailCodes;
  /** Verifies the login block of a way to sign in, with the settings for the game. */
  readonly verifyLogin: (
    authenticationType: string,
    body: Readonly<Record<string, unknown>>,
    game: string,
  ) => Promise<ScopedVerdict>;
  readonly log: Pick<Log, 'warn'>;
}

export function createExternalIdRoutes(
  deps: ExternalIdDeps,
): Pick<AreaHandlers<'auth'>, 'authenticateWithExternalId' | 'authenticateToFxidAdapterForExternalId'> {
  const { database, gameWords, mailCodes, verifyLogin, log } = deps;

  const refresh = async (token: string, game: string, caller: Caller): Promise<Answer> => {
    const refreshed = await takeRefreshToken(deps, token, game, caller);
    if (refreshed.outcome === 'refused') return refused('The refresh token is not good any more. Sign in again.');
    return authenticated(await issueTokens(deps, refreshed.accountId, game, refreshed.token, refreshed.refreshToken));
  };

  const byMail = async ({ email, code, sessionId, game, caller, locale, captcha }: MailLogin): Promise<Answer> => {
    if (sessionId === undefined || sessionId.length < shortestSessionId)
      throw new Problem(
        'InvalidRequest',
        `SessionId needs ${shortestSessionId} random characters or more, the same when asking and when bringing the code.`,
      );
    if (code === undefined) {
      const spoken = locale === undefined ? caller.locale : toLocale(locale);
      await mailCodes.ask({ email, game, sessionId, caller, locale: spoken, captcha });
      return { State: 'NeedsEmailConfirmation', Hint: maskEmail(email).slice(-longestHint) };
    }
    const taken = await mailCodes.take({ email, sessionId, code, caller, captcha });
    if (taken.outcome === 'check') throw robotCheckNeeded('email_code');
    if (taken.outcome !== 'passed') return refused(codeHints[taken.outcome]);
    const proof = {
      identity: { type: 'Email', externalId: taken.email },
      email: { address: taken.email, verified: true },
    };
    // Proved at our own door, but the game holds what comes of it.
    const scope = undefined;
    return authenticated(
      await enterGame(deps, { proof, scope, game, caller, locale, session: undefined, transferTo: undefined }),
    );
  };

  /** `settle` is called before anything is changed; what it answers is the end. */
  const byProof = async (given: ExternalProof, settle: () => Promise<Answer | undefined>): Promise<Answer> => {
    const candidate = await findTransferCandidate(database, given);
    if (given.transferTo !== undefined && given.transferTo !== candidate?.accountId)
      return refused('This identity cannot be given to that account. Sign in to the account first.');
    if (candidate && given.transferTo === undefined)
      return { State: 'NeedsTransfer', TransferOptions: [optionOf(candidate)] };
    const end = await settle();
    if (end) return end;
    return authenticated(await (candidate ? attachAndEnter(deps, given, candidate) : enterGame(deps, given)));
  };

  return {
    authenticateWithExternalId: async ({ params: { Game: game }, body, caller, session }) => {
      const { Locale: locale, RefreshToken, EmailCredentials, ExternalSocialIdentifier, ExternalInfo } = body;
      if ([RefreshToken, EmailCredentials, ExternalSocialIdentifier].filter(Boolean).length !== 1)
        throw new Problem(
          'InvalidRequest',
          'Send one of RefreshToken, EmailCredentials and ExternalSocialIdentifier, and only one.',
        );
      await requireGame(database.kysely, game);
      if (RefreshToken) return refresh(RefreshToken, game, caller());
      if (EmailCredentials) {
        const { Email: email, Code: code } = EmailCredentials;
        const { SessionId: sessionId, CaptchaResult: captcha } = body;
        return byMail({ email, code, sessionId, game, caller: caller(), locale, captcha });
      }
      // One of the three is there.
      const { Type: type, Id: externalId } = ExternalSocialIdentifier ?? { Type: '', Id: '' };
      if (!canVouchFor(type)) return refused('Players prove this type of identity themselves.');
      const verdict = await gameWords.check(game, ExternalInfo?.Signature ?? '', 'external id');
      if (verdict.outcome !== 'good' || verdict.word.subject !== `${type}:${externalId}`) {
        const reason = verdict.outcome === 'refused' ? verdict.reason : verdict.outcome;
        log.warn({ game, reason }, "A game's word about an id from elsewhere was refused.");
        return refused("The game's signature of this id is missing, wrong or too old.");
      }
      const proof = {
        identity: { type, externalId },
        ...(ExternalInfo?.Name !== undefined && { name: ExternalInfo.Name }),
      };
      const transferTo = body.AdditionalOptions?.TransferFromAccountId;
      return byProof(
        { proof, scope: game, game, caller: caller(), locale, session: await session(), transferTo },
        // Asking whether to transfer changes nothing, so the same word is good for the answer.
        async () =>
          (await gameWords.use(verdict.word)) ? undefined : refused("The game's signature was used before."),
      );
    },
    authenticateToFxidAdapterForExternalId: async ({ body, caller, session }) => {
      const { Game: game, AuthenticationType, Locale: locale, AdditionalOptions } = body;
      await requireGame(database.kysely, game);
      const verdict = await verifyLogin(AuthenticationType, body, game);
      if (verdict.outcome === 'refused') return refused('Failed to login. Try again');
      const { proof, scope } = verdict;
      const transferTo = AdditionalOptions?.TransferFromAccountId;
      const answer = await byProof(
        { proof, scope, game, caller: caller(), locale, session: await session(), transferTo },
        async () => undefined,
      );
      return { ...answer, ...(proof.email?.verified && { Email: maskEmail(proof.email.address) }) };
    },
  };
}

interface Answer {
  State: 'Authenticated' | 'NeedsEmailConfirmation' | 'NeedsTransfer' | 'Refused';
  Tokens?: GameTokens;
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
  'link only': 'The digits no longer work for this address today. Open the link in the mail.',
} as const;
const shortestSessionId = 16;
const longestHint = 200;

const authenticated = (tokens: GameTokens): Answer => ({ State: 'Authenticated', Tokens: tokens });
const refused = (hint: string): Answer => ({ State: 'Refused', Hint: hint });

const optionOf = ({ accountId, name, games }: TransferCandidate) => ({
  AccountId: accountId,
  Name: name,
  Games: [...games],
});
