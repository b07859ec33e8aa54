// The portal's settings in the drill. All are settings that an operator may use; none is for tests only.
import { randomBytes } from 'node:crypto';
import { addresses, consoleUrl, gamesUrl, portalUrl } from './internet.ts';
import { smtpUrl } from './mail-server.ts';

/** Not Turnstile's test keys: production does not start with those. */
export const turnstileKeys = { siteKey: '0x4AAAAAAADrillSiteKey', secret: '0x4AAAAAAADrillSecretOfTheWidget' };

export const portalPorts = { portal: 8080, games: 8081 } as const;

export type EnvironmentSettings = Readonly<Record<string, string>>;

export interface SettingsParts {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
}

export function buildPortalSettings({ databaseUrl, redisUrl, dataDir }: SettingsParts): EnvironmentSettings {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: portalUrl,
    GAMES_URL: gamesUrl,
    CONSOLE_URL: consoleUrl,
    CONSOLE_NETWORKS: addresses.office,
    SECRET: randomBytes(48).toString('base64'),
    SMTP_URL: smtpUrl,
    TURNSTILE_SITE_KEY: turnstileKeys.siteKey,
    TURNSTILE_SECRET: turnstileKeys.secret,
    TRUSTED_PROXIES: '1',
    DATABASE_URL: databaseUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    DATA_DIR: dataDir,
    PORT: String(portalPorts.portal),
    GAMES_PORT: String(portalPorts.games),
  };
}

export const buildNodeSettings = (node: 0 | 1): EnvironmentSettings => ({ HOST: addresses.nodes[node] });
