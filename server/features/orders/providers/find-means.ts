import type { PaymentMeans } from '#model/payment-means.ts';
import type { ProviderManifest } from '#payments/port.ts';

/** With what a buyer pays there. Of a buyer whose country nobody knows nothing is left out. @param country two letters */
export const findMeans = ({ means }: Pick<ProviderManifest, 'means'>, country: string | undefined): PaymentMeans[] =>
  means
    .filter(({ countries }) => !countries || country === undefined || countries.includes(country))
    .map((each) => each.means);
