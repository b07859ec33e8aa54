// All sealed columns, by purpose. Values can only be sealed for a purpose in this list, and a test fails for a sealed
// column that is missing here, so `npm run reseal` finds them all.
export interface SealedColumn {
  readonly schema?: string;
  readonly table: string;
  readonly column: string;
  /** Set if the column is JSON: the field with the sealed text in base64. */
  readonly field?: string;
  /** Set if the column contains values that were sealed for another purpose. */
  readonly sealedFor?: string;
}

export const sealedColumns = {
  'adapter settings': { table: 'adapter_settings', column: 'sealed' },
  'authenticator app': { table: 'operators', column: 'totp_sealed' },
  'game key': { table: 'game_keys', column: 'sealed_secret' },
  'signing key': { table: 'signing_keys', column: 'sealed_private_jwk' },
  'service connection': { table: 'service_connections', column: 'sealed' },
  'service revocation': { table: 'service_revocations', column: 'sealed', sealedFor: 'service connection' },
  push: { table: 'push_subscriptions', column: 'sealed' },
  'push key': { table: 'push_keys', column: 'sealed' },
  'personal info of an order': { table: 'orders', column: 'sealed_personal_info' },
  'payment request': { table: 'payment_attempts', column: 'sealed_request' },
  'payment reply': { table: 'payment_attempts', column: 'sealed_reply' },
  'purchase receipt': { table: 'payment_attempts', column: 'sealed_receipt' },
  'webhook endpoint': { table: 'webhook_endpoints', column: 'sealed_secrets' },
  mail: { schema: 'pgboss', table: 'job_common', column: 'data', field: 'sealed' },
  // A test value for each key, by which a node notices that it lacks the key. Deleted once the key is no longer needed.
  'sealing key': { table: 'sealing_keys', column: 'sealed' },
} as const satisfies Record<string, SealedColumn>;

export type SealPurpose = keyof typeof sealedColumns;

/** The purpose that the values of a column were sealed for. */
export function originalPurposeOf(purpose: SealPurpose): SealPurpose {
  const { sealedFor }: SealedColumn = sealedColumns[purpose];
  return (sealedFor ?? purpose) as SealPurpose;
}

export const resealedPurposes = (Object.keys(sealedColumns) as SealPurpose[]).filter(
  (purpose) => purpose !== 'sealing key',
);
