import type { Static } from 'typebox';
import type { Account, AccountFeature, AccountOverview, ConnectedGameSettings, MergePreview } from '#model/account.ts';
import { toLocale } from '#model/locale.ts';
import { mergeUndoDays } from '#server/features/merging/merge-accounts.ts';
import type { PreviewedAccount, PreviewedMerge } from '#server/features/merging/preview-merge.ts';
import type { PurchaseCounts } from '#server/features/store/count-purchases.ts';
import type { DeviceRow, IdentityRow, OverviewRow } from './read-account.ts';
import type { ProfileRow } from './read-profile.ts';

export interface AccountContext {
  readonly purchases: PurchaseCounts;
  /** The connected games that sell products to this player. */
  readonly stores: ReadonlySet<string>;
  /** Undefined: the game no longer exists. */
  readonly findGameSettings: (game: string) => ConnectedGameSettings | undefined;
}

export function describeAccount(row: ProfileRow, { purchases, stores, findGameSettings }: AccountContext): Account {
  return {
    AccountId: row.account_id,
    Name: row.name,
    ...(row.email !== null && { Email: row.email }),
    EmailValidated: row.email_validated,
    HasEmail: row.email !== null,
    Guest: row.guest,
    HasCompletedOrder: purchases.completed > 0,
    MarketingEnabled: row.marketing_enabled,
    Locale: toLocale(row.locale),
    ...(row.geo_country !== null && { GeoCountry: row.geo_country }),
    // Only operators write them, with names of the contract.
    Features: row.features.length === 0 ? ['None'] : (row.features as Static<typeof AccountFeature>[]),
    SocialIdentifiers: row.identities.map(({ type, external_id }) => ({ Type: type, Id: external_id })),
    ConnectedGames: row.games.map(({ game, game_uid }) => ({
      Game: game,
      GameUid: game_uid,
      StoreEnabled: stores.has(game),
      ...findGameSettings(game),
    })),
  };
}

export function describeAccountOverview(row: OverviewRow, context: AccountContext, sessionId: string): AccountOverview {
  const isWhole = ({ game, confirmed }: IdentityRow): boolean => game === null && confirmed;
  const wholeWays = row.identities.filter(isWhole).length;
  return {
    Account: describeAccount({ ...row, identities: row.identities.filter(({ confirmed }) => confirmed) }, context),
    Identities: row.identities.map((identity) => ({
      Type: identity.type,
      Id: identity.external_id,
      ...(identity.game !== null && { Game: identity.game }),
      Confirmed: identity.confirmed,
      AddedAt: iso(identity.created_at),
      ...(identity.last_used_at !== null && { LastUsedAt: iso(identity.last_used_at) }),
      Removable: !isWhole(identity) || wholeWays > 1,
    })),
    Games: row.games.map(gameToWire),
    Devices: row.devices.map((device) => deviceToWire(device, sessionId)),
    ...(row.delete_after !== null && { DeleteAfter: iso(row.delete_after) }),
    Merges: row.merges.map(({ merge_id, name, merged_at, undo_until }) => ({
      MergeId: merge_id,
      Name: name,
      MergedAt: iso(merged_at),
      UndoUntil: iso(undo_until),
    })),
  };
}

export function describeMergePreview({ own, other, keep, conflicts }: PreviewedMerge): MergePreview {
  return {
    This: previewedToWire(own),
    Other: previewedToWire(other),
    Keep: keep,
    Conflicts: conflicts.map((conflict) => ({ Game: conflict.game, Keep: conflict.keep })),
    UndoDays: mergeUndoDays,
  };
}

function previewedToWire(account: PreviewedAccount): MergePreview['This'] {
  const played = account.games.flatMap(({ last_played_at }) => last_played_at ?? []);
  const lastPlayedMs = Math.max(...played.map((instant) => instant.getTime()));
  return {
    AccountId: account.accountId,
    Name: account.name,
    Guest: account.guest,
    ...(account.maskedEmail !== undefined && { Email: account.maskedEmail }),
    CreatedAt: iso(account.createdAt),
    Games: account.games.map(gameToWire),
    ...(played.length > 0 && { LastPlayedAt: iso(new Date(lastPlayedMs)) }),
    Purchases: account.purchases,
    Identities: account.identities.map(({ type, shownId, game, signsIn }) => ({
      Type: type,
      Id: shownId,
      ...(game !== undefined && { Game: game }),
      SignsIn: signsIn,
    })),
    Friends: account.friends,
  };
}

interface PlayedGame {
  readonly game: string;
  readonly game_uid: string;
  readonly connected_at: Date | string;
  readonly last_played_at: Date | string | null;
  readonly email_shared: boolean;
}

function gameToWire({ game, game_uid, connected_at, last_played_at, email_shared }: PlayedGame) {
  return {
    Game: game,
    GameUid: game_uid,
    ConnectedAt: iso(connected_at),
    EmailShared: email_shared,
    ...(last_played_at !== null && { LastPlayedAt: iso(last_played_at) }),
  };
}

function deviceToWire(device: DeviceRow, sessionId: string): AccountOverview['Devices'][number] {
  return {
    SessionId: device.session_id,
    Current: device.session_id === sessionId,
    UserAgent: device.user_agent,
    Network: device.network,
    ...(device.country !== null && { Country: device.country }),
    SignedInAt: iso(device.created_at),
    LastSeenAt: iso(device.last_seen_at),
    SignedInBy: device.begun_by,
    ...(device.game !== null && { Game: device.game }),
    ...(device.platform !== null && { Platform: device.platform }),
    Handed: device.handed,
  };
}

const iso = (instant: Date | string): string => new Date(instant).toISOString();
