// Tickets, saved replies and reviews, for the console's pages of support, moderation and players.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { demoPlayers } from './demo-community.ts';
import { demoAccountId } from './insert-demo-content.ts';
import { stableId } from './stable-id.ts';

interface DemoTicket {
  readonly id: string;
  readonly player: (typeof demoPlayers)[number]['name'];
  readonly game: string | null;
  readonly hoursAgo: number;
  readonly status: 'open' | 'answered' | 'closed';
  readonly message: string;
  readonly reply?: string;
  readonly note?: string;
}

const tickets: readonly DemoTicket[] = [
  {
    id: 'K7QF-2M9X-TR4B',
    player: 'Ada',
    game: 'gem-miner',
    hoursAgo: 2,
    status: 'open',
    message: 'I bought 100 gems this morning and they did not arrive. My bank says the payment went through.',
    note: 'The delivery is waiting for the game. Asked the studio.',
  },
  {
    id: 'H3WD-8PNC-Y5KA',
    player: 'Darya',
    game: 'sky-courier',
    hoursAgo: 7,
    status: 'open',
    message: 'The game stops at the second island since the update. I play in Firefox on a laptop.',
  },
  {
    id: 'B6TZ-4RJE-Q2MH',
    player: 'Borys',
    game: null,
    hoursAgo: 26,
    status: 'open',
    message: 'I lost my old phone. How do I sign in with a new one?',
  },
  {
    id: 'V9LX-7CGS-N4PD',
    player: 'Chiyo',
    game: 'sky-courier',
    hoursAgo: 50,
    status: 'answered',
    message: 'Can I play with my sister on one account?',
    reply: 'Each of you needs an account of your own, so that your progress stays apart. You can add her as a friend.',
  },
  {
    id: 'M2RY-5KTB-J8WF',
    player: 'Ada',
    game: 'gem-miner',
    hoursAgo: 300,
    status: 'closed',
    message: 'Thank you for the new levels!',
    reply: 'Thank you for playing. More are on their way.',
  },
];

const savedReplies = [
  ['Missing purchase', 'Your payment has arrived. The game delivers it within an hour; reload the page to see it.'],
  ['Clear the cache', 'Please reload the page with Ctrl+Shift+R. If the game still stops, tell us your browser.'],
  ['New phone', 'Choose "Email" in the sign-in window and enter your address: the code in the mail signs you in.'],
] as const;

const reviews = [
  ['Ada', 'gem-miner', 5, 'Best mine on the web. One more level before bed!'],
  ['Borys', 'gem-miner', 4, 'Гарна гра, але бракує нових шахт.'],
  ['Darya', 'gem-miner', 2, 'Too many waits between the levels.'],
  ['Chiyo', 'sky-courier', 5, '空を飛ぶのが楽しい。'],
  ['Ada', 'sky-courier', 3, 'Pretty, but the wind is unfair on the third route.'],
] as const;

export async function insertDemoSupport(trx: Transaction<Tables>, now: Date): Promise<void> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
  for (const { id, player, game, hoursAgo, status, message, reply, note } of tickets) {
    const accountId = demoAccountId(player);
    const { email, locale } = demoPlayers.find(({ name }) => name === player) ?? { email: null, locale: 'en' };
    const sender = { ticket_id: id, account_id: accountId, email: email ?? '' };
    await trx
      .insertInto('support_messages')
      .values({
        ...sender,
        game,
        message,
        locale,
        status,
        context: JSON.stringify({ Build: '42', Platform: 'FxId', Language: locale, Browser: 'Firefox 145' }),
        created_at: before(hoursAgo),
        changed_at: before(hoursAgo * 0.8),
      })
      .execute();
    if (reply !== undefined)
      await trx
        .insertInto('support_replies')
        .values({
          ...sender,
          by_support: true,
          author: 'Sam Support',
          message: reply,
          created_at: before(hoursAgo * 0.8),
        })
        .execute();
    if (note !== undefined)
      await trx
        .insertInto('support_notes')
        .values({ ticket_id: id, author: 'Sam Support', note, created_at: before(hoursAgo * 0.9) })
        .execute();
  }
  await trx
    .insertInto('saved_replies')
    .values(
      savedReplies.map(([title, message]) => ({
        reply_id: stableId(`saved reply ${title}`),
        title,
        message,
        updated_by: 'Sam Support',
      })),
    )
    .execute();
  await trx
    .insertInto('reviews')
    .values(
      reviews.map(([player, game, rating, text], index) => ({
        account_id: demoAccountId(player),
        game,
        rating,
        text,
        created_at: before(20 * (index + 1)),
        updated_at: before(20 * (index + 1)),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
