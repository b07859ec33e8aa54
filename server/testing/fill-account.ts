// For tests: an account with a row in every table that can contain personal data. Texts contain the mark, so that they
// can be searched for.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { befriend, buildAccount, buildDocument } from './build-accounts.ts';

export interface FilledAccount {
  readonly accountId: string;
  readonly email: string;
  /** An address that only exists as an identity. */
  readonly secondEmail: string;
}

export async function fillAccount(database: Database, mark: string, game: string): Promise<FilledAccount> {
  const { kysely } = database;
  const email = `${mark}@example.com`;
  const secondEmail = `${mark}@example.org`;
  const accountId = await buildAccount(database, {
    name: `Name ${mark}`,
    email,
    identities: [
      { type: 'Email', id: email },
      { type: 'Email', id: secondEmail },
      { type: 'Twitch', id: `twitch-${mark}` },
    ],
    games: [{ game, uid: `uid-${mark}`, lastPlayedAt: new Date() }],
    statuses: [{ game, status: `status ${mark}` }],
    accepted: await buildDocument(database, 1),
    services: [{ game, service: 'service', id: `service-${mark}` }],
    bought: [{ game, uid: `uid-${mark}` }],
    saves: [{ game, keys: { text: `saved ${mark}` } }],
  });
  const friend = await buildAccount(database, { name: 'Friend' });
  await befriend(database, accountId, friend);
  await kysely
    .insertInto('friend_invites')
    .values({ account_id: accountId, friend_account_id: friend, game, message: `invitation ${mark}` })
    .execute();
  const report = { reason: 'Other', text: `report ${mark}`, game, leaderboard: 'board' };
  await kysely
    .insertInto('player_reports')
    .values({ account_id: accountId, reported_account_id: friend, reported_name: 'Friend', ...report })
    .execute();
  const expires_at = new Date(Date.now() + 600_000);
  const session_id = randomUUID();
  const token_hash = () => randomBytes(32);
  await fillFriends(database, { accountId, game, expires_at });
  await kysely
    .insertInto('sessions')
    .values({
      session_id,
      token_hash: token_hash(),
      account_id: accountId,
      expires_at,
      begun_by: 'Email',
      game,
      user_agent: `Browser ${mark}`,
      network: '203.0.113.0/24',
    })
    .execute();
  await kysely
    .insertInto('temp_tokens')
    .values({ token_hash: token_hash(), account_id: accountId, session_id, expires_at })
    .execute();
  await kysely
    .insertInto('handoffs')
    .values({
      handoff_id: randomUUID(),
      token_hash: token_hash(),
      account_id: accountId,
      session_id,
      expires_at,
      asked_at: new Date(),
      handle_hash: token_hash(),
      number: 42,
      user_agent: `Phone ${mark}`,
      network: '203.0.113.0/24',
    })
    .execute();
  const build_id = randomUUID();
  await kysely
    .insertInto('branch_builds')
    .values({
      build_id,
      game,
      branch: mark,
      build_number: 1,
      build_type: 'Installer',
      install_url: 'https://x.example',
    })
    .execute();
  await kysely
    .insertInto('branch_keys')
    .values({ key_hash: token_hash(), game, branch: `branch ${mark}`, account_id: accountId, used_at: new Date() })
    .execute();
  await kysely
    .insertInto('downloads')
    .values({ download_id: randomUUID(), build_id, account_id: accountId, expires_at })
    .execute();
  const link = { locale: 'en', expires_at };
  const links = [
    { ...link, email, account_id: null },
    { ...link, email: secondEmail, account_id: null },
    { ...link, email: `third-${mark}@example.com`, account_id: accountId },
  ].map((row) => ({
    ...row,
    link_id: randomUUID(),
    token_hash: token_hash(),
    code_hash: token_hash(),
    handle_hash: token_hash(),
  }));
  await kysely.insertInto('mail_links').values(links).execute();
  const proved = { type: 'Twitch', external_id: `twitch-${mark}` };
  await kysely
    .insertInto('kept_proofs')
    .values([
      { token_hash: token_hash(), purpose: 'merge', ...proved, other_account_id: accountId, expires_at },
      { token_hash: token_hash(), purpose: 'transfer', ...proved, game, expires_at },
    ])
    .execute();
  await kysely
    .insertInto('identity_changes')
    .values({
      change_id: randomUUID(),
      account_id: accountId,
      change: 'added',
      identity_id: randomUUID(),
      ...proved,
      token_hash: token_hash(),
      expires_at,
    })
    .execute();
  await kysely
    .insertInto('connect_invites')
    .values([
      { token_hash: token_hash(), game, game_uid: `other-${mark}`, account_id: accountId, expires_at },
      { token_hash: token_hash(), game, game_uid: `uid-${mark}`, expires_at },
    ])
    .execute();
  await kysely
    .insertInto('refresh_tokens')
    .values({ token_hash: token_hash(), family_id: randomUUID(), account_id: accountId, game, expires_at })
    .execute();
  await fillPlay(database, accountId, { mark, game, emails: [email, secondEmail] });
  return { accountId, email, secondEmail };
}

async function fillFriends(
  database: Database,
  { accountId, game, expires_at }: { readonly accountId: string; readonly game: string; readonly expires_at: Date },
): Promise<void> {
  const { kysely } = database;
  const asked = await buildAccount(database, { name: 'Asked' });
  const blocked = await buildAccount(database, { name: 'Blocked', identities: [{ type: 'Steam', id: randomUUID() }] });
  const link = { token_hash: randomBytes(32), game, way: 'link' as const, max_uses: 20, expires_at };
  const [own, used] = [randomUUID(), randomUUID()];
  await kysely
    .insertInto('friend_requests')
    .values({ request_id: randomUUID(), account_id: accountId, friend_account_id: asked })
    .execute();
  await kysely
    .insertInto('friend_blocks')
    .values({ block_id: randomUUID(), account_id: accountId, blocked_account_id: blocked })
    .execute();
  await kysely.insertInto('friend_histories').values({ account_id: accountId, other_account_id: asked }).execute();
  await kysely
    .insertInto('friend_links')
    .values([
      { ...link, link_id: own, account_id: accountId },
      { ...link, link_id: used, token_hash: randomBytes(32), account_id: asked },
    ])
    .execute();
  await kysely.insertInto('friend_link_uses').values({ link_id: used, account_id: accountId }).execute();
  const receipt = { day: new Date().toISOString(), receipt_hash: Buffer.from('receipt') };
  await kysely
    .insertInto('wrong_receipts')
    .values({ account_id: accountId, ...receipt })
    .execute();
  await kysely
    .insertInto('friend_searches')
    .values({ account_id: accountId, day: new Date().toISOString(), searches: 1 })
    .execute();
  await kysely
    .insertInto('platform_friends')
    .columns(['account_id', 'friend_identity_id'])
    .expression((from) =>
      from
        .selectFrom('social_identities')
        .select((each) => [each.val(accountId).$castTo<string>().as('account_id'), 'identity_id'])
        .where('account_id', '=', blocked),
    )
    .execute();
  await kysely
    .insertInto('presences')
    .values({ connection_id: randomUUID(), account_id: accountId, expires_at })
    .execute();
}

async function fillPlay(
  { kysely }: Database,
  accountId: string,
  { mark, game, emails }: { readonly mark: string; readonly game: string; readonly emails: readonly string[] },
): Promise<void> {
  const event = { account_id: accountId, event_id: randomUUID(), game, code: `code-${mark}` };
  await kysely
    .insertInto('in_game_events')
    .values({ ...event, value: 1, p1: `p1-${mark}`, p2: `p2-${mark}`, p3: `p3-${mark}` })
    .execute();
  const achievement = { game, code: `achievement-${mark}` };
  await kysely
    .insertInto('achievements')
    .values({ ...achievement, names: '{"en":"First"}' })
    .execute();
  await kysely
    .insertInto('player_achievements')
    .values({ account_id: accountId, ...achievement, progress: 1, unlocked_at: new Date() })
    .execute();
  const quest_id = randomUUID();
  const quest = { quest_id, game, titles: '{"en":"Dig"}', code: 'dig', goal: 3 };
  await kysely.insertInto('quests').values(quest).execute();
  await kysely.insertInto('quest_progress').values({ account_id: accountId, quest_id, progress: 2 }).execute();
  const products = JSON.stringify([{ sku: `sku-${mark}`, quantity: 1 }]);
  await kysely.insertInto('quest_rewards').values({ account_id: accountId, quest_id, game, products }).execute();
  const leaderboard = { game, leaderboard: `board-${mark}` };
  await kysely
    .insertInto('leaderboard_players')
    .values({ ...leaderboard, account_id: accountId })
    .execute();
  const { board_id } = await kysely
    .insertInto('leaderboards')
    .values({ ...leaderboard, period: 'all', is_ascending: false })
    .returning('board_id')
    .executeTakeFirstOrThrow();
  const now = new Date();
  await kysely
    .insertInto('leaderboard_entries')
    .values({ board_id, account_id: accountId, score: 7, rank_key: -7, reached_at: now, is_listed: true })
    .execute();
  await kysely
    .insertInto('analytics_events')
    .values({
      account_id: accountId,
      session_id: `session-${mark}`,
      platform: 24,
      build_id: 190,
      event_id: 1,
      user_id: `user-${mark}`,
      fields: JSON.stringify({ S1: `field ${mark}` }),
      created_at: now,
      server_created_at: now,
    })
    .execute();
  for (const table of ['analytics_events_by_day', 'analytics_outbox'] as const)
    await kysely
      .insertInto(table)
      .values({
        account_id: accountId,
        game,
        session_id: `tab-${mark}`,
        platform: 24,
        build_id: 190,
        event_id: 1,
        event_platform: 24,
        event_build: 190,
        fields: JSON.stringify({ S1: `kept ${mark}` }),
        created_at: now,
        server_created_at: now,
      })
      .execute();
  const day = '2026-01-01';
  await kysely
    .insertInto('analytics_player_days')
    .values({ account_id: accountId, game, day, first_day: day })
    .execute();
  const message = { game, message: `message ${mark}`, locale: 'en' };
  const messages = [
    { ...message, ticket_id: `ticket-${mark}`, account_id: accountId, email: `elsewhere-${mark}@example.com` },
    // Sent while signed out.
    ...emails.map((email, index) => ({ ...message, ticket_id: `ticket-${index}-${mark}`, account_id: null, email })),
  ];
  await kysely.insertInto('support_messages').values(messages).execute();
  await kysely
    .insertInto('support_replies')
    .values(
      messages.map(({ ticket_id, account_id, email }) => ({
        ticket_id,
        account_id,
        email,
        by_support: true,
        message: `reply ${mark}`,
      })),
    )
    .execute();
  await kysely
    .insertInto('reviews')
    .values({ account_id: accountId, game, rating: 4, text: `review ${mark}` })
    .execute();
  await kysely.insertInto('review_requests').values({ account_id: accountId, game }).execute();
  await kysely.insertInto('favorites').values({ account_id: accountId, game }).execute();
  const act = { account_id: accountId, act: 'features', detail: `ListGames ${mark}`, operator: 'an operator' };
  await kysely.insertInto('player_acts').values(act).execute();
  await kysely
    .insertInto('push_subscriptions')
    .values(
      [null, game].map((of) => ({
        account_id: accountId,
        game: of,
        endpoint_hash: randomBytes(32),
        sealed: randomBytes(32),
      })),
    )
    .execute();
  await kysely.insertInto('push_topics').values({ account_id: accountId, topic: game, is_on: true }).execute();
  await kysely
    .insertInto('push_messages')
    .values({
      account_id: accountId,
      topic: game,
      is_marketing: false,
      title: `push ${mark}`,
      body: `push body ${mark}`,
      url: 'https://play.example/',
      expires_at: now,
    })
    .execute();
}
