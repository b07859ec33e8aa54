// The baseline: a bare Node HTTP server that runs the same statements through the same driver, one by one. It has no
// validation, limits, headers or log, so it shows the minimum cost of a server on Node.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { compileStatement, type PreparedStatementText } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildGameKeyStatement } from '#server/features/game-keys/game-keys.ts';
import { buildGamesStatement } from '#server/features/games/read-games.ts';
import { exchangeTempTokenStatement } from '#server/features/game-tokens/temp-token-statements.ts';
import { buildCatalogueStatement } from '#server/features/store/catalogue-statement.ts';
import { buildProfileStatement } from '#server/features/profile/read-profile.ts';
import { signInStatement } from '#server/features/sign-in/sign-in-statement.ts';
import { createBareOrderWriter } from './bare-orders.ts';
import { createBareSaveWriter, type BareSave } from './bare-saves.ts';
import { largeStoreGame } from './large-store.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const account = process.env['BENCH_ACCOUNT'];
const keyId = process.env['BENCH_KEY'];
const orders = createBareOrderWriter(pool);
const save = createBareSaveWriter(pool);

const profile = bare(compileStatement(({ accountId }: { accountId: string }) => buildProfileStatement(db, accountId)));
const games = bare(compileStatement(() => buildGamesStatement(db)));
const key = bare(compileStatement((values: { keyId: string }) => buildGameKeyStatement(db, values.keyId)));
const signIn = bare(signInStatement);
const temp = bare(exchangeTempTokenStatement);
const catalogue = bare(compileStatement(({ game }: { game: string }) => buildCatalogueStatement(db, game)));

function bare<Parameters extends object, Row>({ text, valuesOf }: PreparedStatementText<Parameters, Row>) {
  return async (parameters: Parameters): Promise<unknown[]> => (await pool.query(text, valuesOf(parameters))).rows;
}

interface Body extends BareSave {
  readonly SocialIdentifierType: string;
  readonly SocialIdentifier: string;
  readonly TempToken: string;
  readonly [Symbol.iterator]: () => Iterator<{ readonly attemptId: string }>;
}

const answers: Readonly<Record<string, (body: Body) => Promise<unknown>>> = {
  '/create-payment': () => orders.open(account ?? ''),
  '/hook': async ([event]) => {
    // In the benchmark an attempt has the id of its order.
    await orders.settle(event && { orderId: event.attemptId, attemptId: event.attemptId });
    return { end: 'done' };
  },
  '/save': save,
  '/profile': async () => (await profile({ accountId: account ?? '' }))[0],
  '/games': () => games({}),
  '/store-data': () => catalogue({ game: largeStoreGame }),
  '/sign-in': async ({ SocialIdentifierType: type, SocialIdentifier: id }) => {
    await key({ keyId: keyId ?? '' });
    const { token, values } = session();
    await signIn({
      type,
      externalId: id,
      scope: 'gem-miner',
      ...values,
      accountId: randomUUID(),
      name: 'Player',
      email: null,
      emailValidated: false,
      guest: true,
      marketingEnabled: false,
      locale: 'en',
      geoCountry: null,
    });
    return { Token: token };
  },
  '/temp-token': async ({ TempToken }) => {
    const { token, tokenHash } = createToken();
    await temp({
      tempTokenHash: hash('sha256', TempToken, 'buffer'),
      session_id: randomUUID(),
      token_hash: tokenHash,
      begun_by: 'TempToken',
      user_agent: '',
      network: '',
      country: null,
    });
    return { Token: token };
  },
};

// As many bytes as the first page with the demo's games, in as many pieces around its nonces.
const pagePieces = Array.from({ length: 6 }, () => '<p>A word or two of what there is to play here.</p>'.repeat(120));

createServer((request, response) => {
  if (request.url === '/page') {
    const text = pagePieces.join(randomBytes(16).toString('base64'));
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(text) }).end(text);
    return;
  }
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

function createToken() {
  const token = `fxs_${randomBytes(32).toString('base64url')}`;
  return { token, tokenHash: hash('sha256', token, 'buffer') };
}

function session() {
  const { token, tokenHash } = createToken();
  const origin = {
    begun_by: 'Telegram',
    game: 'gem-miner',
    isProved: false,
    user_agent: '',
    network: '',
    country: null,
  };
  return { token, values: { session_id: randomUUID(), token_hash: tokenHash, ...origin } };
}
