// The PostgreSQL of both nodes. A program of its own, because it must not be root.
import { pino } from 'pino';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), now: () => new Date() });
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
process.send?.(buildConnectionUrl(postgres.connection));
