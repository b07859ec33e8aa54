// A portal in production mode with many games, each with processed pictures, and its console.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { generateGames } from '#lab/generate/generate-games.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { makePictureVariants } from '#server/features/pictures/make-variants.ts';
import { locatePictureFolder } from '#server/features/pictures/picture-paths.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { wrapServerProcess } from '#server/testing/server-process.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';

export interface ManyGamesPortal extends AsyncDisposable {
  readonly host: string;
  readonly consoleHost: string;
  readonly port: number;
  /** The session of an owner, as a header. */
  readonly operatorCookie: string;
}

const pictures = 8;
const consoleUrl = 'https://console.play.example';

export async function startManyGamesPortal(folder: string, { games }: { games: number }): Promise<ManyGamesPortal> {
  // As root the database runs under another account, which needs access.
  await chmod(folder, 0o711);
  const log = pino({ level: 'error' });
  await using parts = new AsyncDisposableStack();
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log, now: () => new Date() });
  parts.defer(() => embedded.stop());
  const database = openDatabase(embedded.connection, { log });
  parts.defer(() => database.close());
  await migrate(database, { log });
  await insertDemoContent(database);
  await generateGames(database, { count: games, now: new Date(), reportProgress: () => undefined });
  const dataDir = join(folder, 'server');
  // Paints all pictures first: making variants turns off the SVG input that painting needs.
  const painted = await Promise.all(Array.from({ length: pictures }, (_, seed) => paint(seed)));
  for (const [seed, bytes] of painted.entries()) await giveArt(database, dataDir, { seed, bytes });
  const { token } = await signInOperator(database, 'owner');
  const port = await startServer(parts, {
    DATA_DIR: dataDir,
    DATABASE_URL: buildConnectionUrl(embedded.connection),
    CONSOLE_URL: consoleUrl,
  });
  const running = parts.move();
  const { host } = new URL(productionSettings.PUBLIC_URL);
  return {
    host,
    consoleHost: new URL(consoleUrl).host,
    port,
    operatorCookie: `__Host-fxid-console=${token}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startServer(parts: AsyncDisposableStack, env: Readonly<Record<string, string>>): Promise<number> {
  const [port, gamesPort] = await findFreePorts();
  const places = { HOST: '127.0.0.1', PORT: String(port), GAMES_PORT: String(gamesPort), TRUSTED_PROXIES: '1' };
  // All visits come from one address, including the service worker's requests, and Lighthouse cannot rate a rejected
  // page.
  const limits = { REQUESTS_PER_MINUTE: '100000' };
  const child = spawn(process.execPath, ['--disable-proto=delete', program], {
    env: { ...process.env, ...productionSettings, ...places, ...limits, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = wrapServerProcess(child, `http://127.0.0.1:${port}`, `http://127.0.0.1:${gamesPort}`);
  parts.defer(async () => {
    server.signal('SIGTERM');
    await server.exited;
  });
  await server.untilReady();
  return port;
}

const program = join(import.meta.dirname, '../../server/main.ts');

/** Gives this picture to every eighth game, as if the portal had processed the game's own pictures. */
async function giveArt(
  { kysely }: Database,
  dataDir: string,
  { seed, bytes }: { seed: number; bytes: Buffer },
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const { width, height, placeholder, files } = await makePictureVariants(bytes);
  const folder = locatePictureFolder(dataDir, hash);
  await mkdir(folder, { recursive: true });
  for (const file of files) await writeFile(join(folder, `${file.width}.${file.type}`), file.bytes);
  const widths = [...new Set(files.map((file) => file.width))];
  await sql`
    insert into pictures (game, source, build_number, hash, width, height, widths, placeholder)
    select game, source, null, ${hash}, ${width}, ${height}, ${widths}, ${placeholder}
    from (select game, config, row_number() over (order by position) as place from games) as placed
    cross join lateral (
      select config -> 'StorePage' ->> 'WideArt' as source
      union select config -> 'StorePage' ->> 'SquareArt'
      union select jsonb_array_elements_text(config -> 'StorePage' -> 'Screenshots')
    ) as sources
    where source is not null and place % ${pictures} = ${seed}`.execute(kysely);
}

/** As detailed as a game's scene: light, shapes and grain, so that it does not compress to almost nothing. */
async function paint(seed: number): Promise<Buffer> {
  const [width, height] = [1600, 900];
  const shapes = Array.from({ length: 60 }, (_, at) => {
    const place = (at * 7919 + seed * 104_729) % 1600;
    return `<circle cx="${place}" cy="${(place * 31 + at * 97) % 900}" r="${20 + ((place + at) % 90)}" fill="hsl(${(seed * 45 + at * 6) % 360} 70% 50% / 0.5)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${seed * 45} 60% 20%)"/>${shapes.join('')}</svg>`;
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .png()
    .toBuffer();
  return sharp(Buffer.from(svg))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
