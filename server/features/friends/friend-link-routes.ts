import { chooseLocalizedText } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { createGamesReader } from '#server/features/games/read-games.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';
import type { CaptchaVerifier } from '#server/features/captcha/captcha-verifier.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { toDisplayName } from './friend-reply.ts';
import {
  acceptFriendLink,
  createFriendLink,
  findFriendLink,
  friendLinkLimits,
  revokeFriendLink,
} from './friend-links.ts';
import { inviteByMail, type MailInvitationDeps } from './mail-invitation.ts';
import { readAccountLocale } from './read-account-locale.ts';
import { maxFriendRequestsADay } from './friend-requests.ts';
import { cleanStatusText } from './clean-status-text.ts';

export interface FriendLinkRoutesDeps extends MailInvitationDeps {
  readonly database: Database;
  readonly captcha: CaptchaVerifier;
  readonly readGame: ReturnType<typeof createGamesReader>['readGame'];
  readonly requireGame: ReturnType<typeof createGamesReader>['requireGame'];
}

type LinkHandlers = Pick<
  AreaHandlers<'friends'>,
  'createLink' | 'revokeLink' | 'readLink' | 'acceptLink' | 'inviteByMail'
>;

export function createFriendLinkRoutes(parts: FriendLinkRoutesDeps): LinkHandlers {
  const { database, captcha, readGame, requireGame, buildAddress } = parts;
  const { kysely } = database;
  return {
    createLink: async ({ session: { accountId }, body: { Game } }) => {
      if (Game !== undefined) await requireGame(Game);
      const link = await database.transaction((trx) => createFriendLink(trx, accountId, { way: 'link', game: Game }));
      const { maxAlive, maxUses } = friendLinkLimits.link;
      if (!link) throw new Problem('TooManyRequests', `At most ${maxAlive} links at a time invite. End one of them.`);
      return {
        LinkId: link.linkId,
        Url: buildAddress(link.token),
        MaxUses: maxUses,
        ExpiresAt: link.expiresAt.toISOString(),
      };
    },
    revokeLink: async ({ session: { accountId }, body: { LinkId } }) => ({
      Success: await revokeFriendLink(kysely, accountId, LinkId),
    }),
    readLink: async ({ session, body: { Token, Locale }, caller }) => {
      const reader = await session();
      const link = await findFriendLink(kysely, Token, reader?.accountId);
      if (!link) throw new Problem('TokenExpiredOrUsed');
      const locale = Locale ?? caller().locale;
      const game = link.game === null ? undefined : await readGame(link.game);
      return {
        Name: toDisplayName(link.name, locale),
        Own: reader?.accountId === link.accountId,
        ...(game && { Game: game.game, Title: chooseLocalizedText(game.config.StorePage.Title, locale) }),
      };
    },
    acceptLink: async ({ session: { accountId }, body: { Token } }) => {
      const accepted = await acceptFriendLink(database, accountId, Token);
      if (accepted.outcome === 'over') throw new Problem('TokenExpiredOrUsed');
      if (accepted.outcome === 'own') throw new Problem('Conflict', 'This is your own link: send it to a friend.');
      if (accepted.outcome === 'too many today')
        throw new Problem('TooManyRequests', `At most ${maxFriendRequestsADay} requests a day are taken.`);
      const { accountId: friendId, name, game } = accepted.link;
      const isSeen = game !== null && (await readGame(game)) !== undefined;
      const isFriend = accepted.outcome === 'friends';
      return {
        Outcome: isFriend ? 'Friends' : 'Sent',
        ...(isFriend && { FriendAccountId: friendId }),
        Name: toDisplayName(name, await readAccountLocale(kysely, accountId)),
        ...(isSeen && { Game: game }),
      };
    },
    inviteByMail: async ({ session: { accountId }, body, caller }) => {
      const email = normalizeEmail(body.Email);
      if (email === undefined)
        throw new Problem('InvalidRequest', 'Email must be an address to which a mail can be sent', {
          fields: { Email: 'must be an e-mail address to which a mail can be sent' },
        });
      if (body.Game !== undefined) await requireGame(body.Game);
      const { ip, network } = caller();
      if ((await captcha.check(body.CaptchaResult, mailCheck, ip, body.Game)) !== 'passed')
        throw new Problem('CaptchaFailed');
      const locale = body.Locale ?? (await readAccountLocale(kysely, accountId));
      const name = toDisplayName(cleanStatusText(await readName(parts, accountId)), locale);
      await inviteByMail(parts, { accountId, email, name, game: body.Game, locale, network });
      return { Success: true };
    },
  };
}

const mailCheck = 'friend_invite';

async function readName({ database }: FriendLinkRoutesDeps, accountId: string): Promise<string> {
  const account = await database.kysely
    .selectFrom('accounts')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Problem('Unauthenticated');
  return account.name;
}
