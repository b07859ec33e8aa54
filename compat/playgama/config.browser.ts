// The game's own `playgama-bridge-config.json`, which the vendor's script reads as well.
import { readOptions } from '../kit/read-options.browser.ts';

export interface AdTypeConfig {
  readonly disable?: unknown;
  readonly placementFallback?: unknown;
  readonly autoShow?: unknown;
  readonly minimumDelayBetweenInterstitial?: unknown;
}

export interface BridgeConfig {
  readonly advertisement?: {
    readonly minimumDelayBetweenInterstitial?: unknown;
    readonly initialInterstitialDelay?: unknown;
    readonly banner?: AdTypeConfig;
    readonly interstitial?: AdTypeConfig;
    readonly rewarded?: AdTypeConfig;
  };
  readonly useUserToken?: unknown;
}

/** Without a readable file, the options of `initialize` count. */
export async function loadConfig(options: object): Promise<BridgeConfig> {
  const { configFilePath } = options as { configFilePath?: unknown };
  const path =
    typeof configFilePath === 'string' && configFilePath !== '' ? configFilePath : './playgama-bridge-config.json';
  const read = await window
    .fetch(path)
    .then((response): unknown => (response.ok ? response.json() : undefined))
    // Games without the file are played as well.
    .catch(() => undefined);
  const config = readOptions((isPlainObject(read) ? read : options) as { platforms?: { playgama?: object } });
  return merge(config, readOptions(readOptions(config.platforms).playgama));
}

/** Also for names such as `__proto__`, which stay names. */
function merge(base: object, over: object): Record<string, unknown> {
  const merged = Object.entries(over).map(([name, value]: [string, unknown]): [string, unknown] => {
    const before = Object.getOwnPropertyDescriptor(base, name)?.value as unknown;
    return [name, isPlainObject(value) && isPlainObject(before) ? merge(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
