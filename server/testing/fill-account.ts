// For tests: an account with a row in every table that can hold something about a person. Texts contain the mark, so that
// they can be looked for everywhere.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { befriend, buildAccount, buildDocument } from './build-accounts.ts';

export interface FilledAccount {
  readonly accountId: string;
  readonly email: string;
  /** An address that is an identity only. */
  readonly secondEmail: string;
}

/** The game must exist. */
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
  });
  await befriend(database, accountId, await buildAccount(database, { name: 'Friend' }));
  const expires_at = new Date(Date.now() + 600_000);
  const session_id = randomUUID();
  const token_hash = () => randomBytes(32);
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
  const identities = JSON.stringify([{ type: 'Twitch', externalId: `twitch-${mark}` }]);
  await kysely
    .insertInto('kept_proofs')
    .values([
      { token_hash: token_hash(), purpose: 'merge', identities, other_account_id: accountId, expires_at },
      { token_hash: token_hash(), purpose: 'transfer', identities, game, expires_at },
    ])
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
  return { accountId, email, secondEmail };
}
