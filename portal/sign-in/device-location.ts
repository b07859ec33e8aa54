import { toAlpha2Country } from '#model/country.ts';

export function formatDeviceLocation(country: string | undefined, network: string, locale: string): string {
  const region = country === undefined ? undefined : toAlpha2Country(country);
  if (region === undefined) return network;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(region) ?? network;
}
