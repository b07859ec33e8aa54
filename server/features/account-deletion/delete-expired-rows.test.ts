import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';
import { eventually } from '#server/testing/eventually.ts';
import { defineDeleteExpiredRowsJob } from './delete-expired-rows-job.ts';
import { deleteExpiredRows } from './delete-expired-rows.ts';

let tested: TestDatabase;
let accountId: string;

beforeAll(async () => {
  tested = await createTestDatabase();
  await buildGames(tested.database);
  accountId = await buildAccount(tested.database);
});
afterAll(() => tested.drop());

const days = (number: number): Date => new Date(Date.now() + number * 86_400_000);
const token_hash = () => randomBytes(32);

async function insertSession(expires_at: Date, revoked_at: Date | null): Promise<string> {
  const session_id = randomUUID();
  await tested.database.kysely
    .insertInto('sessions')
    .values({ session_id, token_hash: token_hash(), account_id: accountId, expires_at, revoked_at })
    .execute();
  return session_id;
}

async function insertMailLink(email: string, created_at: Date, expires_at: Date): Promise<void> {
  await tested.database.kysely
    .insertInto('mail_links')
    .values({
      link_id: randomUUID(),
      token_hash: token_hash(),
      code_hash: token_hash(),
      handle_hash: token_hash(),
      email,
      locale: 'en',
      created_at,
      expires_at,
    })
    .execute();
}

test('removes what has expired, in batches, and nothing else', async () => {
  const { kysely } = tested.database;
  const goodSession = await insertSession(days(1), null);
  const kept = [goodSession, await insertSession(days(-29), null), await insertSession(days(60), days(-29))];
  for (let count = 0; count < 5; count++) await insertSession(days(-31), null);
  await insertSession(days(60), days(-31));
  await insertMailLink('old@example.com', days(-31), days(-30));
  await insertMailLink('recent@example.com', days(-29), days(-29));
  await addOperatorRows();
  for (const created_at of [days(-3), days(-1)]) {
    await kysely
      .insertInto('mail_limit_events')
      .values({ kind: 'link', source_hash: token_hash(), mailbox_hash: token_hash(), created_at })
      .execute();
  }
  for (const [at, expires_at] of [days(-1), days(1)].entries()) {
    const game = 'chess';
    const session_id = kept[at] ?? '';
    await kysely
      .insertInto('handoffs')
      .values({ handoff_id: randomUUID(), token_hash: token_hash(), account_id: accountId, session_id, expires_at })
      .execute();
    await kysely
      .insertInto('temp_tokens')
      .values({ token_hash: token_hash(), account_id: accountId, session_id: goodSession, expires_at })
      .execute();
    await kysely
      .insertInto('kept_proofs')
      .values({ token_hash: token_hash(), purpose: 'merge', type: 'Twitch', external_id: 'x', expires_at })
      .execute();
    await kysely
      .insertInto('connect_invites')
      .values({ token_hash: token_hash(), game, game_uid: 'x', expires_at })
      .execute();
    const change = { change_id: randomUUID(), change: 'added', identity_id: randomUUID(), type: 'Twitch' } as const;
    await kysely
      .insertInto('identity_changes')
      .values({ ...change, account_id: accountId, external_id: 'x', token_hash: token_hash(), expires_at })
      .execute();
    await kysely.insertInto('spent_challenges').values({ challenge_id: randomUUID(), expires_at }).execute();
    await kysely.insertInto('spent_proofs').values({ platform: 'x', proof_hash: token_hash(), expires_at }).execute();
    await kysely.insertInto('used_game_tokens').values({ game, token_id: randomUUID(), expires_at }).execute();
  }
  for (const resolved_at of [days(-16), days(-14)]) {
    const save = { save_id: randomUUID(), account_id: accountId, game: 'chess', revision: 1, keys: '{}', bytes: 0 };
    await kysely
      .insertInto('saves')
      .values({ ...save, origin: 'device', is_copy: true, resolved_at })
      .execute();
  }
  for (const expires_at of [days(-31), days(-29)]) {
    await kysely
      .insertInto('refresh_tokens')
      .values({
        token_hash: token_hash(),
        family_id: randomUUID(),
        account_id: accountId,
        game: 'chess',
        expires_at,
      })
      .execute();
  }
  for (const [events, support] of [
    [days(-91), days(-731)],
    [days(-89), days(-729)],
  ] as const) {
    await kysely
      .insertInto('in_game_events')
      .values({ account_id: accountId, event_id: randomUUID(), game: 'chess', code: 'level', created_at: events })
      .execute();
    await kysely
      .insertInto('support_messages')
      .values({ ticket_id: randomUUID(), email: 'a@b.example', message: 'Help', locale: 'en', created_at: support })
      .execute();
  }
  const texts = { titles: '{}', bodies: '{}', url: 'https://x.example', is_marketing: false, ttl_seconds: 60 };
  for (const [told, broadcast] of [
    [days(-31), days(-91)],
    [days(-29), days(-89)],
  ] as const) {
    const push = { topic: 'chess', is_marketing: false, title: 'x', body: 'x', url: 'https://x.example' };
    await kysely
      .insertInto('push_messages')
      .values({ ...push, account_id: accountId, created_at: told, expires_at: told })
      .execute();
    await kysely
      .insertInto('push_broadcasts')
      .values({ ...texts, broadcast_id: randomUUID(), created_at: broadcast })
      .execute();
    const rejected = { provider: 'stripe', account: '', outcome: 'refused' as const, reason: 'x' };
    await kysely
      .insertInto('rejected_webhooks')
      .values({ ...rejected, hour: told, first_at: told, last_at: told })
      .execute();
  }
  for (const created_at of [days(-31), days(-29)]) {
    const friend_account_id = await buildAccount(tested.database);
    await kysely
      .insertInto('friend_invites')
      .values({ account_id: accountId, friend_account_id, game: 'chess', message: '', created_at })
      .execute();
    await kysely
      .insertInto('review_requests')
      .values({ account_id: friend_account_id, game: 'chess', asked_at: created_at })
      .execute();
  }
  await buildOldFriends();
  const build_id = randomUUID();
  const build = {
    build_id,
    game: 'chess',
    branch: 'beta',
    build_number: 1,
    build_type: 'x',
    install_url: 'https://x.example',
  };
  await kysely.insertInto('branch_builds').values(build).execute();
  for (const expires_at of [days(-1), days(1)])
    await kysely.insertInto('downloads').values({ download_id: randomUUID(), build_id, expires_at }).execute();
  for (const [received_at, outcome] of [
    [days(-91), 'applied'],
    [days(-91), 'anomaly'],
    [days(-89), 'no-change'],
  ] as const) {
    await kysely
      .insertInto('payment_events')
      .values({ provider: 'x', account: '', dedup_key: randomUUID(), outcome, event: '{}', received_at })
      .execute();
  }
  const [{ account_id: ranked } = { account_id: '' }] = await kysely
    .selectFrom('accounts')
    .select('account_id')
    .limit(1)
    .execute();
  for (const delete_after of [days(-1), days(1)]) {
    const { board_id } = await kysely
      .insertInto('leaderboards')
      .values({ game: 'chess', leaderboard: 'b', period: randomUUID(), is_ascending: true, delete_after })
      .returning('board_id')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('leaderboard_entries')
      .values({ board_id, account_id: ranked, score: 1, rank_key: 1, reached_at: days(-1), is_listed: true })
      .execute();
  }
  const reporters = await kysely.selectFrom('accounts').select('account_id').limit(3).execute();
  for (const [resolved_at, reporter] of [
    [days(-181), reporters[1]],
    [days(-179), reporters[2]],
  ] as const)
    await kysely
      .insertInto('player_reports')
      .values({
        account_id: reporter?.account_id ?? '',
        reported_account_id: ranked,
        reported_name: 'Ada',
        reason: 'Other',
        resolved_at,
        resolution: 'dismissed',
      })
      .execute();
  expect(await deleteExpiredRows(tested.database, { batchSize: 2 })).toEqual({
    mail_links: 1,
    mail_limit_events: 1,
    downloads: 1,
    temp_tokens: 1,
    handoffs: 1,
    kept_proofs: 1,
    connect_invites: 1,
    identity_changes: 1,
    spent_challenges: 1,
    spent_proofs: 1,
    used_game_tokens: 1,
    refresh_tokens: 1,
    sessions: 6,
    friend_invites: 1,
    friend_requests: 1,
    friend_links: 1,
    friend_searches: 1,
    wrong_receipts: 1,
    platform_friends: 1,
    player_reports: 1,
    presences: 1,
    presence_nodes: 1,
    saves: 1,
    review_requests: 1,
    in_game_events: 1,
    leaderboard_entries: 1,
    leaderboards: 1,
    operator_links: 1,
    operator_sessions: 2,
    support_messages: 1,
    push_messages: 1,
    push_broadcasts: 1,
    rejected_webhooks: 1,
    payment_events: 1,
    audit_log: 1,
    merges: 0,
  });
  const sessions = await kysely.selectFrom('sessions').select('session_id').execute();
  expect(sessions.map(({ session_id }) => session_id).sort()).toEqual(kept.sort());
  const links = await kysely.selectFrom('mail_links').select('email').execute();
  expect(links).toEqual([{ email: 'recent@example.com' }]);
  const again = await deleteExpiredRows(tested.database);
  expect(Object.values(again).every((count) => count === 0)).toBe(true);
});

/** One expired row and one valid row per table. */
async function buildOldFriends(): Promise<void> {
  const { kysely } = tested.database;
  const times = {
    request: [-91, -89],
    link: [-31, -29],
    day: [-3, 0],
    named: [-91, -89],
    asked: [-1, 1],
    node: [-1, 0],
  };
  for (const which of [0, 1] as const) {
    const at = (name: keyof typeof times): Date => days(times[name][which] ?? 0);
    const other = await buildAccount(tested.database, { identities: [{ type: 'Steam', id: randomUUID() }] });
    const request = { request_id: randomUUID(), account_id: accountId, friend_account_id: other };
    await kysely
      .insertInto('friend_requests')
      .values({ ...request, created_at: at('request') })
      .execute();
    const link = { link_id: randomUUID(), token_hash: token_hash(), way: 'mail' as const, max_uses: 1 };
    await kysely
      .insertInto('friend_links')
      .values({ ...link, account_id: accountId, expires_at: at('link') })
      .execute();
    await kysely
      .insertInto('friend_searches')
      .values({ account_id: other, day: at('day').toISOString(), searches: 1 })
      .execute();
    await kysely
      .insertInto('wrong_receipts')
      .values({ account_id: other, day: at('day').toISOString(), receipt_hash: token_hash() })
      .execute();
    const identity = await kysely
      .selectFrom('social_identities')
      .select('identity_id')
      .where('account_id', '=', other)
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('platform_friends')
      .values({ account_id: accountId, friend_identity_id: identity.identity_id, seen_at: at('named') })
      .execute();
    await kysely
      .insertInto('presences')
      .values({ connection_id: randomUUID(), account_id: other, expires_at: at('asked') })
      .execute();
    await kysely
      .insertInto('presence_nodes')
      .values({ node_id: randomUUID(), seen_at: at('node') })
      .execute();
  }
}

test("deletes set-aside rows and the merged account's data once a merge can no longer be undone", async () => {
  const { kysely } = tested.database;
  const survivor = await buildAccount(tested.database, { name: 'Survivor' });
  const shells = { over: '', recent: '', undone: '' };
  for (const name of ['over', 'recent', 'undone'] as const) {
    shells[name] = await buildAccount(tested.database, { name, email: `${name}@example.com` });
    await kysely
      .updateTable('accounts')
      .set({ merged_into: name === 'undone' ? null : survivor })
      .where('account_id', '=', shells[name])
      .execute();
    await kysely
      .insertInto('merges')
      .values({
        merge_id: randomUUID(),
        into_account_id: survivor,
        from_account_id: shells[name],
        undo_until: name === 'recent' ? days(1) : days(-1),
        undone_at: name === 'undone' ? days(-2) : null,
        changes: '{}',
      })
      .execute();
  }
  expect(await deleteExpiredRows(tested.database)).toMatchObject({ merges: 2 });
  const left = await kysely.selectFrom('merges').select('from_account_id').execute();
  expect(left).toEqual([{ from_account_id: shells.recent }]);
  const accounts = await kysely
    .selectFrom('accounts')
    .select(['account_id', 'name', 'email', 'merged_into'])
    .where('account_id', 'in', Object.values(shells))
    .execute();
  expect(accounts).toHaveLength(3);
  expect(accounts).toContainEqual({ account_id: shells.over, name: '', email: null, merged_into: survivor });
  expect(accounts).toContainEqual(expect.objectContaining({ name: 'recent', email: 'recent@example.com' }));
  expect(accounts).toContainEqual(expect.objectContaining({ name: 'undone', email: 'undone@example.com' }));
});

test('stops between two batches when aborted', async () => {
  await expect(deleteExpiredRows(tested.database, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('cleans once an hour on any number of nodes, and schedules the next run', async () => {
  const { database, connection } = tested;
  const log = pino({ level: 'silent' });
  const now = new Date();
  const nextHour = new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000);
  const start = async () => {
    const queue = createDeferredQueue();
    const job = defineDeleteExpiredRowsJob({ config: { auditDays: 1095 }, database, log, now: () => now, jobs: queue });
    const jobs = await startJobs(connection, { definitions: [job], log });
    onTestFinished(() => jobs.stop());
    queue.start(jobs);
    await job.schedule?.();
    return jobs;
  };
  const nodes = [await start(), await start()];
  const stored = async () =>
    (
      await sql<{ state: string; start_after: Date }>`
        select state::text, start_after from pgboss.job where name = 'clean-up' order by start_after
      `.execute(database.kysely)
    ).rows;
  expect(await stored()).toHaveLength(1);
  await insertSession(days(-31), null);
  for (const jobs of nodes) await jobs.work();
  await eventually(async () => (await stored()).length === 2 && (await stored())[0]?.state === 'completed');
  expect((await stored())[1]?.start_after).toEqual(nextHour);
  const over = sql<boolean>`select from sessions where expires_at < now() - interval '30 days'`;
  expect((await over.execute(database.kysely)).rows).toEqual([]);
  await start();
  expect(await stored()).toHaveLength(2);
});

test('names what is missing if it runs before it was started', async () => {
  const job = defineDeleteExpiredRowsJob({
    config: { auditDays: 1095 },
    database: tested.database,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    jobs: createDeferredQueue(),
  });
  const run = { id: randomUUID(), attempt: 1, signal: new AbortController().signal };
  await expect(job.run({}, run)).rejects.toThrow('Call start(jobs)');
});

/** Links and sessions of an operator, and entries of the audit log: each some that are kept, and some that are not. */
async function addOperatorRows(): Promise<void> {
  const { kysely } = tested.database;
  const { operatorId: operator_id } = await signInOperator(tested.database, 'support');
  const row = { operator_id, network: 'test' };
  for (const expires_at of [days(-31), days(-29)])
    await kysely
      .insertInto('operator_links')
      .values({ ...row, token_hash: token_hash(), expires_at, consumed_at: null })
      .execute();
  for (const [expires_at, ended_at] of [
    [days(-31), null],
    [days(-29), null],
    [days(1), days(-31)],
  ] as const)
    await kysely
      .insertInto('operator_sessions')
      .values({
        ...row,
        session_id: randomUUID(),
        token_hash: token_hash(),
        user_agent: '',
        proved_at: null,
        challenge: null,
        expires_at,
        ended_at,
      })
      .execute();
  await sql`
    insert into audit_log (at, actor_kind, actor_name, action, object_kind, object_id)
    select at, 'command', 'a test', 'a test', 'setting', 'x'
    from unnest(array[now() - interval '1096 days', now() - interval '1094 days']) as times (at)`.execute(kysely);
}
