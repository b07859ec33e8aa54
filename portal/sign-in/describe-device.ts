// What a browser says about itself, as a person would call it. It is a guess from a text that anybody can set: good for
// recognising one's own devices, and for nothing else.

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

// In this order: nearly everybody claims to be Chrome and Safari besides, so those come last.
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

// Android says Linux besides, and an iPhone says that it is like Mac OS X.
const systems = [
  ['iOS', /\b(iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const satisfies readonly (readonly [string, RegExp])[];
