// The floor: a bare Node HTTP server that does the same query through the same driver and nothing else. No checks, no
// limits, no headers, no log: what any server on Node must at least cost.
import { createServer, type IncomingMessage } from 'node:http';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '#server/db/tables.ts';
import { gamesStatement } from '#server/features/games/read-games.ts';
import { profileStatement } from '#server/features/profile/read-profile.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
const statements = { '/profile': profileStatement(db).compile().sql, '/games': gamesStatement(db).compile().sql };
const account = process.env['BENCH_ACCOUNT'];

createServer((request, response) => {
  const address = request.url ?? '';
  if (address === '/healthz') {
    response.end('{}');
    return;
  }
  answer(request, address === '/profile' ? '/profile' : '/games').then(
    (text) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(request: IncomingMessage, name: keyof typeof statements): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const { rows } = await pool.query(statements[name], name === '/profile' ? [account] : []);
  return JSON.stringify(name === '/profile' ? rows[0] : rows);
}
