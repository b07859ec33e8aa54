// Personal push notifications. They show on locked screens, so they contain no details.
import type { Transaction } from 'kysely';
import { chooseLocalizedText } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import { queuePushMessages, type QueuePushMessagesDeps } from './queue-messages.ts';
import { fillPushText, pushTexts } from './push-texts.ts';

export type PlayerNotification =
  | { readonly type: 'support-answer'; readonly accountId: string; readonly ticketId: string }
  | {
      readonly type: 'invite';
      readonly accountId: string;
      readonly from: string;
      readonly game: string;
      readonly message: string;
    };

export type NotifyPlayer = (trx: Transaction<Tables>, news: PlayerNotification) => Promise<void>;

export function createPlayerNotifier(deps: QueuePushMessagesDeps, findPage: (page: string) => URL): NotifyPlayer {
  return async (trx, news) => {
    const accountId = await findSurvivor(trx, news.accountId);
    const shared = { isMarketing: false, isPersonal: true, ttlSeconds };
    switch (news.type) {
      case 'support-answer':
        await queuePushMessages(trx, deps, [accountId], {
          ...shared,
          topic: '@support',
          url: findPage(`Support?ticket=${encodeURIComponent(news.ticketId)}`).href,
          textsIn: (locale) => pushTexts[locale].supportAnswer,
        });
        return;
      case 'invite': {
        const { name, titles } = await readInvite(trx, news);
        await queuePushMessages(trx, deps, [accountId], {
          ...shared,
          topic: '@friends',
          url: findPage(`Games/${news.game}`).href,
          textsIn: (locale) => ({
            title: fillPushText(pushTexts[locale].invite.title, {
              friend: name.trim() === '' ? pushTexts[locale].unnamedFriend : name,
              game: chooseLocalizedText(titles, locale),
            }),
            body: news.message === '' ? pushTexts[locale].invite.body : news.message,
          }),
        });
      }
    }
  };
}

async function readInvite(trx: Transaction<Tables>, { from, game }: Extract<PlayerNotification, { type: 'invite' }>) {
  const { name } = await trx
    .selectFrom('accounts')
    .select('name')
    .where('account_id', '=', from)
    .executeTakeFirstOrThrow();
  const { config } = await trx.selectFrom('games').select('config').where('game', '=', game).executeTakeFirstOrThrow();
  return { name, titles: config.StorePage.Title };
}

const ttlSeconds = 3 * 24 * 3600;

/** The account that this one was merged into, or itself. */
async function findSurvivor(trx: Transaction<Tables>, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('accounts')
    .select('merged_into')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.merged_into ? findSurvivor(trx, row.merged_into) : accountId;
}
