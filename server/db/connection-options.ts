/** How to reach a PostgreSQL database: one URL, or its parts (a host that begins with a slash is a socket folder). */
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
  /** How long whoever connects waits; without it each has a limit of its own. Tests on a busy machine wait longer. */
  connectionTimeoutMillis?: number;
}

/** The same server and account, another database. */
export function withDatabase(connection: ConnectionOptions, database: string): ConnectionOptions {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...connection, connectionString: url.href };
}

/** Parts as a URL, for programs that take only `DATABASE_URL`. */
export function buildConnectionUrl(connection: ConnectionOptions): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, password, database } = connection;
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  // A socket folder cannot be the host of a URL, so `pg` takes it as a parameter.
  if (host.startsWith('/'))
    return `postgresql://${account}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return `postgresql://${account}@${host}:${port}/${database}`;
}
