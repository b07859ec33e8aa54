import type { ClickHouseSettings } from './features/analytics/clickhouse.ts';
import type { EnvironmentReader } from './environment-reader.ts';
import { isPrivateEndpoint } from './read-games-store.ts';

const name = 'ANALYTICS_URL';

/** @returns undefined if analytics events stay in PostgreSQL */
export function readAnalyticsStore(reader: EnvironmentReader, production: boolean): ClickHouseSettings | undefined {
  const address = reader.url(name, ['clickhouse:', 'clickhouses:']);
  if (address === undefined) return undefined;
  const settings = parseAddress(address);
  if (!settings) {
    reader.refuse(
      name,
      'is no address of a ClickHouse database',
      'give one such as clickhouse://user:password@host:8123/database',
    );
    return undefined;
  }
  if (production && settings.origin.startsWith('http:') && !isPrivateEndpoint(settings.origin))
    reader.refuse(name, 'is not encrypted', 'begin it with clickhouses://, or give an address in your private network');
  return settings;
}

function parseAddress(address: string): ClickHouseSettings | undefined {
  const { protocol, hostname, port, username, password, pathname, search } = new URL(address);
  const [user, secret, database] = [username || 'default', password, pathname.slice(1) || 'default'].map(decode);
  if (hostname === '' || search !== '' || !user || secret === undefined || !/^\w{1,60}$/.test(database ?? '')) return;
  const [scheme, defaultPort] = protocol === 'clickhouses:' ? ['https', '8443'] : ['http', '8123'];
  const origin = URL.parse(`${scheme}://${hostname}:${port || defaultPort}`)?.origin;
  return origin === undefined ? undefined : { origin, user, password: secret, database: database ?? '' };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
