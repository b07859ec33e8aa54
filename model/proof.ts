// What a vendor has proved about somebody, whichever kind of adapter asked it.

export interface ProvedIdentity {
  readonly type: string;
  readonly externalId: string;
}

/** Who somebody has proved to be. The first identity is the one by which the account is found. */
export interface Proof {
  readonly identities: readonly [ProvedIdentity, ...ProvedIdentity[]];
  readonly name?: string;
  /**
   * An address that the vendor tells us, for the profile alone: it never finds or joins an account. `verified` only where
   * the vendor says so and is the authority for it.
   */
  readonly email?: { readonly address: string; readonly verified: boolean };
}
