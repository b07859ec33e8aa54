// A readable guess from the user agent, which can be forged: only for players to recognise their own devices.

export interface DeviceDescription {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

export function describeDevice(userAgent: string): DeviceDescription {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

function firstMatch(table: readonly (readonly [string, RegExp])[], userAgent: string): string | undefined {
  return table.find(([, pattern]) => pattern.test(userAgent))?.[0];
}

// The order matters: nearly all browsers also claim to be Chrome and Safari.
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPX|OPT|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['UC Browser', /\bUCBrowser\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\/|\b(iPhone|iPad|Macintosh)\b.*AppleWebKit\//],
] as const satisfies readonly (readonly [string, RegExp])[];

// The order matters: Android also claims to be Linux, and an iPhone to be like Mac OS X.
const systems = [
  ['iOS', /\b(iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const satisfies readonly (readonly [string, RegExp])[];
