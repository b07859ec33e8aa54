// The floor: a bare Node HTTP server that does the same statements through the same driver and nothing else. No checks, no
// limits, no headers, no log: what any server on Node must at least cost.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Kysely, PostgresDialect, type Compilable } from 'kysely';
import pg from 'pg';
import type { Tables } from '#server/db/tables.ts';
import { gameKeyStatement } from '#server/features/gamekeys/game-keys.ts';
import { gamesStatement } from '#server/features/games/read-games.ts';
import { importAllowedStatement } from '#server/features/gamesignin/import-player.ts';
import { takeTempTokenStatement } from '#server/features/gametokens/temp-token-statements.ts';
import { catalogueStatement } from '#server/features/store/catalogue-statement.ts';
import { profileStatement } from '#server/features/profile/read-profile.ts';
import { newAccountStatement, signInStatement } from '#server/features/signin/account-statements.ts';
import { bareOrders } from './bare-orders.ts';
import { largeStore } from './large-store.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const account = process.env['BENCH_ACCOUNT'];
const keyId = process.env['BENCH_KEY'];
const orders = bareOrders(pool);

const [profile, games, key, allowed, known, fresh, temp, catalogue] = [
  profileStatement(db),
  gamesStatement(db),
  gameKeyStatement(db),
  importAllowedStatement(db),
  signInStatement(db),
  newAccountStatement(db),
  takeTempTokenStatement(db),
  catalogueStatement(db, 'any'),
].map((statement: Compilable) => {
  const text = statement.compile().sql;
  return async (...values: unknown[]): Promise<unknown[]> => (await pool.query(text, values)).rows;
}) as [Run, Run, Run, Run, Run, Run, Run, Run];

type Run = (...values: unknown[]) => Promise<unknown[]>;
interface Body {
  readonly SocialIdentifierType: string;
  readonly SocialIdentifier: string;
  readonly TempToken: string;
  /** Of a notice, which is a list. */
  readonly [Symbol.iterator]: () => Iterator<{ readonly attemptId: string }>;
}

const answers: Readonly<Record<string, (body: Body) => Promise<unknown>>> = {
  '/create-payment': () => orders.open(account ?? ''),
  '/hook': async ([fact]) => {
    // An attempt of the measurement has the id of its order.
    await orders.settle(fact && { orderId: fact.attemptId, attemptId: fact.attemptId });
    return { end: 'done' };
  },
  '/profile': async () => (await profile(account))[0],
  '/games': () => games(),
  '/store-data': () => catalogue(largeStore),
  '/sign-in': async ({ SocialIdentifierType: type, SocialIdentifier: id }) => {
    await key(keyId);
    await allowed('gem-miner');
    const { token, values } = session();
    const rows = await known(type, id, 'gem-miner', ...values);
    if (rows.length === 0)
      await fresh(randomUUID(), 'Player', null, false, true, false, 'en', null, type, id, 'gem-miner', ...values);
    return { Token: token };
  },
  '/temp-token': async ({ TempToken }) => {
    const { token, tokenHash } = newToken();
    await temp(hash('sha256', TempToken, 'buffer'), randomUUID(), tokenHash, 'TempToken', '', '', null);
    return { Token: token };
  },
};

createServer((request, response) => {
  const work = answers[request.url ?? ''];
  if (!work) {
    response.end('{}');
    return;
  }
  answer(request, work).then(
    (text) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text),
    (error: unknown) => {
      const text = String(error);
      response.writeHead(500, { 'content-length': Buffer.byteLength(text) }).end(text);
    },
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(request: IncomingMessage, work: (body: Body) => Promise<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.stringify(await work(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body));
}

function newToken() {
  const token = `fxs_${randomBytes(32).toString('base64url')}`;
  return { token, tokenHash: hash('sha256', token, 'buffer') };
}

function session() {
  const { token, tokenHash } = newToken();
  return { token, values: [randomUUID(), tokenHash, 'Telegram', 'gem-miner', false, '', '', null] };
}
