import { sql } from 'kysely';
import type { Static } from 'typebox';
import { AccountFeature } from '#model/account.ts';
import { parseUuid } from '#model/parse-uuid.ts';
import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { describeFoundOrders } from '#server/features/orders/search/describe-found-orders.ts';
import { findOrders } from '#server/features/orders/search/find-orders.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { blockAccount, signOutAccount, unblockAccount } from './block-account.ts';
import { restoreAccount, setAccountFeatures } from './change-account.ts';
import { erasePlayer, requireReasonWithoutName } from './erase-player.ts';
import { findPlayers, type FoundPlayer } from './find-players.ts';
import { readOperatorActions } from './read-operator-actions.ts';

type PlayersArguments =
  | { readonly action: 'find'; readonly wanted: string }
  | ({ readonly accountId: string; readonly reason?: string | undefined } & (
      | { readonly action: 'show' | 'unblock' | 'sign-out' | 'restore' }
      | { readonly action: 'block'; readonly until?: Date | undefined }
      | { readonly action: 'features'; readonly feature: Static<typeof AccountFeature> }
      | { readonly action: 'erase'; readonly isSure: boolean }
    ));

const reason = { reason: 'why, for the audit log' } as const;

const forms = {
  find: { words: ['address, name, id or type:id'], does: 'finds accounts' },
  show: { words: ['account id'], does: 'shows sign-in methods, games, purchases, sessions and what operators did' },
  features: {
    words: ['account id', 'None or ListGames'],
    options: reason,
    does: 'gives the account a feature (ListGames: sees hidden games), or takes all away (None)',
  },
  block: {
    words: ['account id'],
    options: { until: 'when it ends, such as 2027-01-31', ...reason },
    does: 'blocks the account and ends its sessions',
  },
  unblock: { words: ['account id'], options: reason, does: 'lets the player sign in again' },
  'sign-out': { words: ['account id'], options: reason, does: 'signs the player out everywhere' },
  erase: {
    words: ['account id'],
    options: { yes: true, ...reason },
    does: 'erases the account for good, without the 14-day wait',
  },
  restore: { words: ['account id'], options: reason, does: 'cancels a requested deletion' },
} as const satisfies SubcommandDefinitions;

export function readPlayersArguments(given: readonly string[]): PlayersArguments {
  const asked = readCommand('players', forms, given);
  const [word] = asked.words;
  if (asked.action === 'find') return { action: asked.action, wanted: word };
  const accountId = parseUuid(word);
  if (accountId === undefined)
    throw buildUsageError(`${word} isn't an account id. Find it with "find".`, describeUsage('players', forms));
  if (asked.action === 'show') return { action: asked.action, accountId };
  const named = { accountId, reason: asked.options.reason };
  switch (asked.action) {
    case 'features':
      return { ...named, action: asked.action, feature: readFeature(asked.words[1]) };
    case 'erase':
      return { ...named, action: asked.action, isSure: asked.options.yes === true };
    case 'block':
      return { ...named, action: asked.action, until: readEnd(asked.options.until) };
    case 'unblock':
    case 'sign-out':
    case 'restore':
      return { ...named, action: asked.action };
  }
}

function readEnd(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const end = new Date(text);
  if (Number.isNaN(end.getTime()))
    throw buildUsageError(`${text} isn't a day or time, such as 2027-01-31.`, describeUsage('players', forms));
  return end;
}

function readFeature(word: string): Static<typeof AccountFeature> {
  const feature = AccountFeature.enum.find((each) => each.toLowerCase() === word.toLowerCase());
  if (!feature)
    throw buildUsageError(
      `${word} isn't a feature: ${AccountFeature.enum.join(', ')}.`,
      describeUsage('players', forms),
    );
  return feature;
}

export async function runPlayersCommand(
  asked: PlayersArguments,
  { database, report, operator }: Pick<DatabaseCommandDeps, 'database' | 'report'> & { readonly operator: string },
): Promise<void> {
  if (asked.action === 'find') {
    const found = await findPlayers(database, asked.wanted);
    for (const player of found) report(lineOf(player));
    if (found.length === 0) report('No players found.');
    return;
  }
  const { accountId } = asked;
  const player = (await findPlayers(database, accountId)).find(({ account_id: id }) => id === accountId);
  if (!player) throw new Error(`There is no account ${accountId}.`);
  if (asked.action === 'show') return show(player, { database, report });
  if (player.merged_into !== null)
    throw new Error(`${accountId} was merged into ${player.merged_into}: name that account instead.`);
  const change = { accountId, record: recordCommand(`players ${asked.action}`, operator), reason: asked.reason };
  switch (asked.action) {
    case 'block': {
      const ended = await blockAccount(database, { ...change, until: asked.until });
      const end = asked.until ? ` until ${asked.until.toISOString()}` : '';
      return report(`${accountId} is blocked${end}. ${ended} sessions ended.`);
    }
    case 'unblock':
      return report(
        (await unblockAccount(database, change))
          ? `${accountId} is no longer blocked.`
          : `${accountId} wasn't blocked.`,
      );
    case 'sign-out':
      return report(`${await signOutAccount(database, change)} sessions of ${accountId} ended.`);
    case 'restore':
      if (!(await restoreAccount(database, change))) throw new Error(`${accountId} isn't scheduled for deletion.`);
      return report(`The deletion of ${accountId} is cancelled.`);
    case 'features':
      await setAccountFeatures(database, { ...change, feature: asked.feature });
      return report(`${accountId} has the feature ${asked.feature}.`);
    case 'erase':
      if (!asked.isSure)
        throw new Error(`This erases everything about ${lineOf(player)} for good. To confirm, add --yes.`);
      requireReasonWithoutName(asked.reason, player);
      if (!(await erasePlayer(database, change))) throw new Error(`${accountId} was already erased.`);
      return report(`${accountId} is erased.`);
  }
}

function lineOf({
  account_id,
  name,
  email,
  guest,
  created_at,
  blocked_at,
  blocked_until,
  delete_after,
  merged_into,
  features,
}: FoundPlayer): string {
  return [
    account_id,
    name || '(no name)',
    email ?? '(no address)',
    guest ? 'guest' : 'player',
    `since ${created_at.toISOString()}`,
    ...(blocked_at ? [`blocked since ${blocked_at.toISOString()}`] : []),
    ...(blocked_until ? [`blocked until ${blocked_until.toISOString()}`] : []),
    ...(delete_after ? [`to be erased after ${delete_after.toISOString()}`] : []),
    ...features,
    ...(merged_into === null ? [] : [`merged into ${merged_into}`]),
  ].join('  ');
}

async function show(
  player: FoundPlayer,
  { database, report }: Pick<DatabaseCommandDeps, 'database' | 'report'>,
): Promise<void> {
  const { kysely } = database;
  const ofAccount = player.account_id;
  report(lineOf(player));
  const identities = await kysely
    .selectFrom('social_identities')
    .select(['type', 'external_id', 'last_used_at'])
    .where('account_id', '=', ofAccount)
    .orderBy('created_at')
    .execute();
  for (const { type, external_id: id, last_used_at: at } of identities)
    report(`signs in with ${type}:${id}${at ? `  last ${at.toISOString()}` : ''}`);
  const games = await kysely
    .selectFrom('connected_games')
    .select(['game', 'game_uid', 'last_played_at'])
    .where('account_id', '=', ofAccount)
    .orderBy('game')
    .execute();
  for (const { game, game_uid: uid, last_played_at: at } of games)
    report(`plays ${game} as ${uid}${at ? `  last ${at.toISOString()}` : ''}`);
  const sessions = await kysely
    .selectFrom('sessions')
    .select(['begun_by', 'game', 'network', 'last_seen_at'])
    .where('account_id', '=', ofAccount)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at')
    .execute();
  for (const { begun_by: by, game, network, last_seen_at: at } of sessions)
    report(
      `is signed in by ${by}${game === null ? '' : ` for ${game} alone`} from ${network || 'somewhere'}  last ${at.toISOString()}`,
    );
  const connections = await kysely
    .selectFrom('service_connections')
    .select(['service', 'game', 'external_id', 'name'])
    .where('account_id', '=', ofAccount)
    .orderBy('game')
    .execute();
  for (const { service, game, external_id: id, name } of connections)
    report(`connected ${service} to ${game} as ${id}${name === '' ? '' : ` (${name})`}`);
  for (const { at, action, after, actor_name: by, reason: why } of await readOperatorActions(
    kysely,
    ofAccount,
    maxActions,
  ))
    report(`${at.toISOString()}  ${[action, JSON.stringify(after), why ?? ''].join(' ').trim()} by ${by}`);
  const purchases = await findOrders(kysely, { player: { accountIds: [ofAccount] } }, maxPurchases);
  report(purchases.orders.length === 0 ? 'no orders' : 'orders:');
  for (const line of describeFoundOrders(purchases)) report(`  ${line}`);
}

const maxPurchases = 50;
const maxActions = 50;
