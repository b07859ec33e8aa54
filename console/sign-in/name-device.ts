const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

/** Such as "Chrome, Windows". */
export function nameDevice(userAgent: string): string {
  const find = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, 60);
}
