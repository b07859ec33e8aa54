// What a vendor has proved about a player, for all kinds of adapters.

export interface ProvedIdentity {
  readonly type: string;
  readonly externalId: string;
}

export interface VerifiedProof {
  /** The only identity that was proved. Other ids that the vendor sends, such as an aggregator's id, prove nothing. */
  readonly identity: ProvedIdentity;
  readonly name?: string;
  /**
   * The email address that the vendor reports, for the profile only: it never finds, links or creates an account.
   * `verified` is true only if the vendor says so and is the authority for the address.
   */
  readonly email?: { readonly address: string; readonly verified: boolean };
}
