import { sameSignature } from '#model/same-signature.server.ts';

export interface RedeemedBonus {
  readonly Success: boolean;
  readonly Data?: { readonly Records: { readonly SucccessData?: { readonly ConsumeToken: string } }[] };
}

/**
 * No public description of bonuses was found. Assumed: `YandexSecret` is what the platform's manager has agreed with the operator
 * (`BonusSecret`), and a bonus is a purchase that the platform has made itself, which the list of purchases brings, signed, at the next
 * start. So a known secret succeeds with no records of our own, and nothing is granted here; an unknown one does not.
 */
export function redeemBonus(secret: string, bonusSecret: string | undefined): RedeemedBonus {
  return bonusSecret !== undefined && sameSignature(secret, bonusSecret)
    ? { Success: true, Data: { Records: [] } }
    : { Success: false };
}
