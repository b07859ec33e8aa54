/** A PostgreSQL connection: one URL, or its parts. A host that begins with a slash is a socket folder. */
export type ConnectionOptions = (ConnectionUrl | ConnectionParts) & ConnectionTimeouts;

export interface ConnectionUrl {
  connectionString: string;
}

export interface ConnectionParts {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface ConnectionTimeouts {
  /** The connection timeout; by default each caller has its own. Tests use a longer one. */
  connectionTimeoutMillis?: number;
}

export function withDatabaseName(connection: ConnectionOptions, database: string): ConnectionOptions {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...connection, connectionString: url.href };
}

export function buildConnectionUrl(connection: ConnectionOptions): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, password, database } = connection;
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  // A socket folder can't be a URL's host, so `pg` takes it as a parameter.
  if (host.startsWith('/'))
    return `postgresql://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return `postgresql://${account}@${host}:${port}/${database}`;
}
