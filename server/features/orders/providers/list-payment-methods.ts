import type { PaymentMeans } from '#model/payment-means.ts';
import type { ProviderManifest } from '#payments/port.ts';

/**
 * Payment methods available to the buyer; all of them if the country is unknown.
 * @param country two letters
 */
export const listPaymentMethodsInCountry = (
  { means }: Pick<ProviderManifest, 'means'>,
  country: string | undefined,
): PaymentMeans[] =>
  means
    .filter(({ countries }) => !countries || country === undefined || countries.includes(country))
    .map((each) => each.means);
