import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { PushBroadcast } from '#model/push.ts';
import { requireGame } from '#server/db/require-game.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { Database } from '#server/db/database.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import type { PushMessaging } from './create-push-messaging.ts';
import { isKeyPair } from './is-key-pair.ts';
import { toBroadcast } from './routes.ts';

const forms = {
  keys: { words: [], does: "lists the public keys; browsers subscribe with the portal's first" },
  rotate: {
    words: ['game?'],
    does: 'creates a new key, of the portal or of a game; browsers switch to it at their next visit, and the old keys keep working',
  },
  import: {
    words: ['public key', 'game?'],
    does: 'imports a key pair, of the portal or of a game; reads the private key from standard input',
  },
  send: { words: [], does: 'sends the message from standard input (JSON, see docs/guides/push.md)' },
  show: { words: ['message id'], does: 'shows how many players a message went to, and the results' },
} as const satisfies SubcommandDefinitions;

type PushArguments = ParsedCommand<typeof forms>;

export const readPushArguments = (given: readonly string[]): PushArguments => readCommand('push', forms, given);

interface PushCommandParts {
  readonly database: Database;
  readonly push: PushMessaging;
  readonly report: (line: string) => void;
  readonly operator: string;
}

export async function runPushCommand(asked: PushArguments, parts: PushCommandParts, input: string): Promise<void> {
  const { database, push, report, operator } = parts;
  switch (asked.action) {
    case 'keys': {
      await push.keys.newest();
      const rows = await database.kysely
        .selectFrom('push_keys')
        .select(['public_key', 'game', 'created_at'])
        .orderBy(sql`game is not null`)
        .orderBy('game')
        .orderBy('created_at', 'desc')
        .execute();
      for (const { public_key, game, created_at } of rows)
        report(`${public_key}  made ${created_at.toISOString()}${game === null ? '' : `  for ${game}`}`);
      return;
    }
    case 'rotate': {
      const [game] = asked.words;
      if (game !== undefined) await requireGame(database.kysely, game);
      const publicKey = await push.keys.rotate(game);
      report(game === undefined ? `Browsers now subscribe with ${publicKey}.` : explainGameKey(game, publicKey));
      return;
    }
    case 'import': {
      const [publicKey, game] = asked.words;
      const pair = { publicKey, privateKey: input.trim() };
      if (!isKeyPair(pair)) throw new Error("The private key on standard input doesn't match this public key.");
      if (game !== undefined) await requireGame(database.kysely, game);
      if (!(await push.keys.add(pair, game))) report('This key pair is already imported.');
      else report(game === undefined ? 'Browsers now subscribe with it.' : explainGameKey(game, publicKey));
      return;
    }
    case 'send': {
      const message = readMessage(input);
      if (message.Game !== undefined) await requireGame(database.kysely, message.Game);
      const { id } = await push.broadcast(toBroadcast(message), recordCommand('push send', operator));
      report(`Message ${id} is on its way. See the results: npm run push -- show ${id}`);
      return;
    }
    case 'show':
      return show(asked.words[0], parts);
  }
}

const explainGameKey = (game: string, publicKey: string): string =>
  `Browsers subscribe with it once "WebPushPublicKey": "${publicKey}" is in the configuration of ${game}: npm run games -- set ${game} < config.json`;

function readMessage(input: string): PushBroadcast {
  let given: unknown;
  try {
    given = JSON.parse(input);
  } catch (cause) {
    throw new Error("Standard input isn't valid JSON.", { cause });
  }
  if (Value.Check(PushBroadcast, given)) return given;
  const [first] = Value.Errors(PushBroadcast, given);
  throw new Error(`Invalid message: ${first?.instancePath || '/'} ${first?.message}.`);
}

async function show(id: string, { database, report }: PushCommandParts): Promise<void> {
  const isId = /^[0-9a-f-]{36}$/.test(id);
  const broadcast = isId
    ? await database.kysely.selectFrom('push_broadcasts').selectAll().where('broadcast_id', '=', id).executeTakeFirst()
    : undefined;
  if (!broadcast) throw new Error(`There is no message ${id}.`);
  const { recipients, finished_at } = broadcast;
  report(`${id}  ${finished_at ? `written ${finished_at.toISOString()}` : 'under way'}  for ${recipients} players`);
  const counts = await database.kysely
    .selectFrom('push_messages')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where('broadcast_id', '=', id)
    .groupBy('outcome')
    .execute();
  for (const { outcome, count } of counts) report(`  ${outcome ?? 'waits'}: ${count}`);
}
