/** Refuses a PostgreSQL that lacks what the program uses. */
export function checkServerVersion(version: { number: string; name: string } | undefined): void {
  if (version !== undefined && Number(version.number) >= oldestNumber) return;
  throw new Error(
    `The database server is PostgreSQL ${version?.name ?? 'of an unknown version'}, and 15 or newer is needed. ` +
      `Point DATABASE_URL at a newer server, or leave DATABASE_URL out to use the PostgreSQL that comes along.`,
  );
}

// As `server_version_num` counts: 15.0.
const oldestNumber = 150_000;
