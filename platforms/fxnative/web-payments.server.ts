// Where an app on a phone may offer our own payments: stores allow it in some of their countries, and the operator says in which. The
// country of the store decides, since the stores' rules are about it; an app that is from neither of the two big ones goes by the
// country of the device. Who says nothing may not.
import type { Static } from 'typebox';
import { alpha3Of } from '#model/country.ts';
import type { PlatformCalls } from '../port.server.ts';
import type { fxnative } from './platform.ts';
import type { NativeSettings } from './settings.ts';

export const readStatus: PlatformCalls<typeof fxnative>['status'] = async (countries, { settings }) => ({
  WebPaymentsAllowed: allowsWebPayments(settings, countries),
});

type Countries = Omit<Static<typeof fxnative.paymentRequest.block>, 'Store'>;

/** An app that names countries of two stores has to be allowed in both. */
export function allowsWebPayments(
  { WebPayments: allowed = {} }: NativeSettings,
  { AppStoreCountry, GooglePlayCountry, ClientCountryAlpha3 }: Countries,
): boolean {
  if (AppStoreCountry === undefined && GooglePlayCountry === undefined)
    return includes(allowed.Elsewhere, ClientCountryAlpha3);
  return (
    (AppStoreCountry === undefined || includes(allowed.AppStore, AppStoreCountry)) &&
    (GooglePlayCountry === undefined || includes(allowed.GooglePlay, alpha3Of(GooglePlayCountry)))
  );
}

const includes = (countries: readonly string[] = [], country: string | undefined): boolean =>
  country !== undefined && (countries.includes('*') || countries.includes(country));
