// The settings of the portal in the drill, as an operator has them: none of them is one that only a test may have.
import { randomBytes } from 'node:crypto';
import { addresses, gamesUrl, portalUrl } from './internet.ts';
import { smtpUrl } from './mail-server.ts';

/** No test keys: with those production does not start. */
export const turnstile = { siteKey: '0x4AAAAAAADrillSiteKey', secret: '0x4AAAAAAADrillSecretOfTheWidget' };

export const ports = { portal: 8080, games: 8081 } as const;

export type Settings = Readonly<Record<string, string>>;

export interface SettingsParts {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
}

/** What all nodes and commands share. */
export function portalSettings({ databaseUrl, redisUrl, dataDir }: SettingsParts): Settings {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: portalUrl,
    GAMES_URL: gamesUrl,
    SECRET: randomBytes(48).toString('base64'),
    SMTP_URL: smtpUrl,
    TURNSTILE_SITE_KEY: turnstile.siteKey,
    TURNSTILE_SECRET: turnstile.secret,
    TRUSTED_PROXIES: '1',
    DATABASE_URL: databaseUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    DATA_DIR: dataDir,
    PORT: String(ports.portal),
    GAMES_PORT: String(ports.games),
  };
}

export const nodeSettings = (node: 0 | 1): Settings => ({ HOST: addresses.nodes[node] });
