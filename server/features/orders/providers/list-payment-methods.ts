import type { PaymentMethod } from '#model/payment-methods.ts';
import type { ProviderManifest } from '#payments/port.ts';

/**
 * Payment methods available to the buyer; all of them if the country is unknown.
 * @param country two letters
 */
export const listPaymentMethodsInCountry = (
  { paymentMethods }: Pick<ProviderManifest, 'paymentMethods'>,
  country: string | undefined,
): PaymentMethod[] =>
  paymentMethods
    .filter(({ countries }) => !countries || country === undefined || countries.includes(country))
    .map((each) => each.method);
