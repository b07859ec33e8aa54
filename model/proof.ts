// What a vendor has proved about somebody, whichever kind of adapter asked it.

export interface ProvedIdentity {
  readonly type: string;
  readonly externalId: string;
}

/** Who somebody has proved to be. */
export interface Proof {
  /** The one identity that was proved now. What the vendor says besides, such as an aggregator's own id, proves nothing. */
  readonly identity: ProvedIdentity;
  readonly name?: string;
  /**
   * An address that the vendor tells us, for the profile alone: it never finds, joins or makes an account. `verified` only
   * where the vendor says so and is the authority for it.
   */
  readonly email?: { readonly address: string; readonly verified: boolean };
}
