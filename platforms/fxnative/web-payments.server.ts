// Where a phone app may offer our own payments, as the operator set it. The store's country decides; for an app from
// neither of the two big stores, the device's country.
import type { Static } from 'typebox';
import { toAlpha3Country } from '#model/country.ts';
import type { PlatformCallHandlers } from '../port.server.ts';
import type { fxnative } from './platform.ts';
import type { NativeSettings } from './settings.ts';

export const getWebPaymentsStatus: PlatformCallHandlers<typeof fxnative>['status'] = async (
  countries,
  { settings },
) => ({
  WebPaymentsAllowed: allowsWebPayments(settings, countries),
});

type Countries = Omit<Static<typeof fxnative.paymentRequest.block>, 'Store'>;

/** If an app names countries of two stores, both must allow it. */
export function allowsWebPayments(
  { WebPayments: allowed = {} }: NativeSettings,
  { AppStoreCountry, GooglePlayCountry, ClientCountryAlpha3 }: Countries,
): boolean {
  if (AppStoreCountry === undefined && GooglePlayCountry === undefined)
    return includes(allowed.Elsewhere, ClientCountryAlpha3);
  return (
    (AppStoreCountry === undefined || includes(allowed.AppStore, AppStoreCountry)) &&
    (GooglePlayCountry === undefined || includes(allowed.GooglePlay, toAlpha3Country(GooglePlayCountry)))
  );
}

const includes = (countries: readonly string[] = [], country: string | undefined): boolean =>
  country !== undefined && (countries.includes('*') || countries.includes(country));
