// Merges the account's own fields. The surviving account keeps its name and language. A missing or unvalidated address
// is taken from the other account. Marketing email is on only if all accounts with an address want it. The result is a
// guest only if both are.

/** In the database's JSON format, which keeps microseconds. */
export interface AccountFields {
  readonly email: string | null;
  readonly email_validated: boolean;
  readonly guest: boolean;
  readonly marketing_enabled: boolean;
  readonly created_at: string;
  readonly features: readonly string[];
}

export function mergeAccountFields(survivor: AccountFields, going: AccountFields): AccountFields {
  const takesEmail =
    going.email !== null && (survivor.email === null || (going.email_validated && !survivor.email_validated));
  const { email, email_validated } = takesEmail ? going : survivor;
  const asked = [survivor, going].filter((account) => account.email !== null);
  const words = asked.length > 0 ? asked : [survivor];
  return {
    email,
    email_validated,
    guest: survivor.guest && going.guest,
    marketing_enabled: words.every((account) => account.marketing_enabled),
    created_at: new Date(going.created_at) < new Date(survivor.created_at) ? going.created_at : survivor.created_at,
    features: [...new Set([...survivor.features, ...going.features])],
  };
}

/** Fields changed since the merge stay. `gainedIdentity`: an account that registered since is no longer a guest. */
export function restoreAccountFields(
  now: AccountFields,
  { before, after }: { readonly before: AccountFields; readonly after: AccountFields },
  gainedIdentity: boolean,
): AccountFields {
  const { email, email_validated } =
    now.email === after.email && now.email_validated === after.email_validated ? before : now;
  const sameFeatures = JSON.stringify(now.features) === JSON.stringify(after.features);
  return {
    email,
    email_validated,
    guest: now.guest === after.guest && !gainedIdentity ? before.guest : now.guest,
    marketing_enabled:
      now.marketing_enabled === after.marketing_enabled ? before.marketing_enabled : now.marketing_enabled,
    created_at: before.created_at,
    features: sameFeatures ? before.features : now.features,
  };
}
