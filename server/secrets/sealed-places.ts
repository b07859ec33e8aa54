// Everything that is sealed, by its purpose, and where it is kept. Nothing can be sealed that does not stand here, and a
// sealed column that does not stand here fails a test: so `npm run reseal` finds all of it.
export interface SealedPlace {
  readonly schema?: string;
  readonly table: string;
  readonly column: string;
  /** Set: the column is JSON, and this field of it is the sealed text in base64. */
  readonly field?: string;
}

export const sealedPlaces = {
  'adapter settings': { table: 'adapter_settings', column: 'sealed' },
  'game key': { table: 'game_keys', column: 'sealed_secret' },
  'signing key': { table: 'signing_keys', column: 'sealed_private_jwk' },
  'service connection': { table: 'service_connections', column: 'sealed' },
  push: { table: 'push_subscriptions', column: 'sealed' },
  'push key': { table: 'push_keys', column: 'sealed' },
  'personal info of an order': { table: 'orders', column: 'sealed_personal_info' },
  'payment request': { table: 'payment_attempts', column: 'sealed_request' },
  'payment reply': { table: 'payment_attempts', column: 'sealed_reply' },
  'purchase receipt': { table: 'payment_attempts', column: 'sealed_receipt' },
  'webhook endpoint': { table: 'webhook_endpoints', column: 'sealed_secrets' },
  mail: { schema: 'pgboss', table: 'job_common', column: 'data', field: 'sealed' },
  // One word for each key, by which a node notices that it lacks one; it goes when its key is no longer needed.
  'sealing key': { table: 'sealing_keys', column: 'sealed' },
} as const satisfies Record<string, SealedPlace>;

export type SealPurpose = keyof typeof sealedPlaces;

/** What `npm run reseal` walks through. */
export const resealedPurposes = (Object.keys(sealedPlaces) as SealPurpose[]).filter(
  (purpose) => purpose !== 'sealing key',
);
