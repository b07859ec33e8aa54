// What the command `npm run push` does: keys that browsers subscribe with, and messages to players.
import { Value } from 'typebox/value';
import { PushBroadcast } from '#model/push.ts';
import { requireGame } from '#server/db/require-game.ts';
import { readCommand, type Asked, type Forms } from '#server/db/read-command.ts';
import type { Database } from '#server/db/database.ts';
import type { Push } from './create-push.ts';
import { isKeyPair } from './makes-pair.ts';
import { toBroadcast } from './routes.ts';

const forms = {
  keys: { words: [], does: 'the public keys; browsers subscribe with the first one' },
  rotate: {
    words: [],
    does: 'makes a new key: browsers subscribe with it at their next visit, older ones still get messages',
  },
  import: {
    words: ['public key'],
    does: 'takes a pair that was made elsewhere; the private key stands on the standard input',
  },
  send: { words: [], does: 'sends the message that stands on the standard input as JSON: see docs/guides/push.md' },
  show: { words: ['message id'], does: 'to how many players a message went, and what became of it' },
} as const satisfies Forms;

export type PushArguments = Asked<typeof forms>;

export const readPushArguments = (given: readonly string[]): PushArguments => readCommand('push', forms, given);

export interface PushCommandParts {
  readonly database: Database;
  readonly push: Push;
  readonly report: (line: string) => void;
}

export async function runPushCommand(asked: PushArguments, parts: PushCommandParts, input: string): Promise<void> {
  const { database, push, report } = parts;
  switch (asked.action) {
    case 'keys': {
      await push.keys.newest();
      const rows = await database.kysely
        .selectFrom('push_keys')
        .select(['public_key', 'created_at'])
        .orderBy('created_at', 'desc')
        .execute();
      for (const { public_key, created_at } of rows) report(`${public_key}  made ${created_at.toISOString()}`);
      return;
    }
    case 'rotate':
      report(`Browsers subscribe with ${await push.keys.rotate()} from now on.`);
      return;
    case 'import': {
      const pair = { publicKey: asked.words[0], privateKey: input.trim() };
      if (!isKeyPair(pair))
        throw new Error('The private key on the standard input does not belong to this public key.');
      report((await push.keys.add(pair)) ? 'Browsers subscribe with it from now on.' : 'It is there already.');
      return;
    }
    case 'send': {
      const message = readMessage(input);
      if (message.Game !== undefined) await requireGame(database.kysely, message.Game);
      const { id } = await push.broadcast(toBroadcast(message));
      report(`The message ${id} is on its way. What becomes of it: npm run push -- show ${id}`);
      return;
    }
    case 'show':
      return show(asked.words[0], parts);
  }
}

function readMessage(input: string): PushBroadcast {
  let given: unknown;
  try {
    given = JSON.parse(input);
  } catch (cause) {
    throw new Error('What stands on the standard input is no JSON.', { cause });
  }
  if (Value.Check(PushBroadcast, given)) return given;
  const [first] = Value.Errors(PushBroadcast, given);
  throw new Error(`The message does not fit: ${first?.instancePath || '/'} ${first?.message}.`);
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
