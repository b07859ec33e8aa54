import { sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface MagicLink {
  readonly linkId: string;
  readonly email: string;
  readonly accountId: string | undefined;
  readonly game: string | undefined;
  readonly redirectUri: string | undefined;
  readonly marketingEnabled: boolean | undefined;
  readonly locale: string;
}

export const linkLifetimeMinutes = 15;

export const isUsableLinkSql = sql<boolean>`consumed_at is null and superseded_at is null and expires_at > now()`;

/** A newer link was sent before this one was used or expired. */
export const isReplacedLinkSql = sql<boolean>`consumed_at is null and superseded_at is not null and expires_at > now()`;

/** Shown on the waiting screen and in the email, so that a person can match them. */
export const formatLinkMark = (linkId: string): string => linkId.slice(0, 4).toUpperCase();

export const magicLinkColumns = [
  'link_id',
  'email',
  'account_id',
  'game',
  'redirect_uri',
  'marketing_enabled',
  'locale',
] as const;

type LinkRow = Pick<
  { [C in keyof Tables['mail_links']]: unknown } & {
    link_id: string;
    email: string;
    account_id: string | null;
    game: string | null;
    redirect_uri: string | null;
    marketing_enabled: boolean | null;
    locale: string;
  },
  (typeof magicLinkColumns)[number]
>;

export function toMagicLink(row: LinkRow): MagicLink {
  return {
    linkId: row.link_id,
    email: row.email,
    accountId: row.account_id ?? undefined,
    game: row.game ?? undefined,
    redirectUri: row.redirect_uri ?? undefined,
    marketingEnabled: row.marketing_enabled ?? undefined,
    locale: row.locale,
  };
}
