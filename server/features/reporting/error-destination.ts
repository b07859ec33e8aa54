// The destination of browsers' error reports, fixed at the start. The DSN in an envelope is compared with it and never
// followed.
import { ConfigError } from '#server/environment-reader.ts';

export interface ErrorDestination {
  readonly address: string;
  readonly isNamedBy: (dsn: string) => boolean;
}

export function readErrorDestination(dsn: URL): ErrorDestination {
  // `https://{key}@{host}/{path/}{project}`; a self-hosted collector may have a path before the project.
  const [, path, project] = /^(.*)\/(\d+)$/.exec(dsn.pathname) ?? [];
  if (dsn.username === '' || path === undefined || project === undefined) {
    throw new ConfigError([
      "ERROR_DSN isn't a DSN: use one such as https://{key}@errors.example/42, as your error collector shows it.",
    ]);
  }
  const query = new URLSearchParams({ sentry_version: '7', sentry_key: decodeURIComponent(dsn.username) });
  const expected = partsOf(dsn);
  return {
    address: `${dsn.origin}${path}/api/${project}/envelope/?${query.toString()}`,
    isNamedBy: (named) => URL.canParse(named) && partsOf(new URL(named)) === expected,
  };
}

/** The deprecated password in a DSN is ignored. */
function partsOf({ protocol, username, host, pathname }: URL): string {
  return JSON.stringify([protocol, username, host, pathname]);
}
