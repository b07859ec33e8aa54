export function requireSupportedPostgresVersion(version: { number: string; name: string } | undefined): void {
  if (version !== undefined && Number(version.number) >= oldestNumber) return;
  throw new Error(
    `The database server is PostgreSQL ${version?.name ?? 'of an unknown version'}, and 15 or newer is needed. ` +
      `Point DATABASE_URL at a newer server, or leave DATABASE_URL out to use the PostgreSQL that comes along.`,
  );
}

// 15.0, in the format of `server_version_num`.
const oldestNumber = 150_000;
