// The PostgreSQL of both nodes. It is a separate program because it must not run as root.
import { pino } from 'pino';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), now: () => new Date() });
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
process.send?.(buildConnectionUrl(postgres.connection));
