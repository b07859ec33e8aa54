// A scenario of the lab as an address: `/lab/{platform}/{game}?payment=cancelled&lang=fa`. Defaults are left out.
// Unknown values are rejected, so that a typo doesn't test something else.
import { locales, type Locale } from '#model/locale.ts';
import {
  adScenarios,
  networkScenarios,
  paymentScenarios,
  playerScenarios,
  proofScenarios,
  saveScenarios,
  sdkScenarios,
  defaultScenario,
  type Scenario,
} from '#platforms/scenario.ts';
import {
  deviceNames,
  simulatedDevices,
  orientations,
  defaultOrientation,
  type DeviceName,
  type Orientation,
} from './devices.ts';
import { languageOfPlayer } from './simulated-players.ts';

export interface LabOptions {
  readonly player: Scenario['player'];
  readonly payment: Scenario['payment'];
  readonly ad: Scenario['ad'];
  readonly network: Scenario['network'];
  readonly sdk: Scenario['sdk'];
  readonly proof: Scenario['proof'];
  readonly save: Scenario['save'];
  readonly lang: Locale;
  readonly device: DeviceName;
  readonly orientation: Orientation;
}

export const labOptionValues: { readonly [K in keyof LabOptions]: readonly LabOptions[K][] } = {
  player: playerScenarios,
  lang: locales,
  device: deviceNames,
  orientation: orientations,
  payment: paymentScenarios,
  ad: adScenarios,
  network: networkScenarios,
  sdk: sdkScenarios,
  proof: proofScenarios,
  save: saveScenarios,
};

export interface UnknownLabOption {
  readonly name: string;
  readonly value: string;
  /** The allowed values; empty if the option is unknown. */
  readonly known: readonly string[];
}

export type ParsedLabOptions =
  | { readonly outcome: 'read'; readonly choice: LabOptions }
  | { readonly outcome: 'refused'; readonly unknown: readonly UnknownLabOption[] };

export function parseLabOptions(query: Iterable<readonly [string, string]>): ParsedLabOptions {
  const unknown: UnknownLabOption[] = [];
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    const known: readonly string[] = isName(name) ? labOptionValues[name] : [];
    if (!known.includes(value)) unknown.push({ name, value, known });
    given.set(name, value);
  }
  if (unknown.length > 0) return { outcome: 'refused', unknown };
  return { outcome: 'read', choice: withDefaultLabOptions(Object.fromEntries(given)) };
}

/** By default language and orientation follow the player and the device. */
export function withDefaultLabOptions(given: Partial<LabOptions>): LabOptions {
  const { player, payment, ad, network, sdk, proof, save, device } = defaultScenario;
  const chosen = { player, payment, ad, network, sdk, proof, save, device, ...given };
  return {
    ...chosen,
    lang: given.lang ?? (languageOfPlayer(chosen.player) as Locale),
    orientation: given.orientation ?? defaultOrientation(chosen.device),
  };
}

export function labPath(folder: string, game: string, choice: Partial<LabOptions> = {}): string {
  const { player, device } = withDefaultLabOptions(choice);
  const usual = withDefaultLabOptions({ player, device });
  const standing: Readonly<Record<string, string>> = {
    ...usual,
    player: defaultScenario.player,
    device: defaultScenario.device,
  };
  const told = Object.entries(choice).filter(([name, value]) => standing[name] !== value);
  const query = new URLSearchParams(Object.fromEntries(told)).toString();
  return `/lab/${encodeURIComponent(folder)}/${encodeURIComponent(game)}${query === '' ? '' : `?${query}`}`;
}

export function toScenario({ player, payment, ad, network, sdk, proof, save, lang, device }: LabOptions): Scenario {
  return { player, payment, ad, network, sdk, proof, save, language: lang, device: simulatedDevices[device].kind };
}

const isName = (name: string): name is keyof LabOptions => Object.hasOwn(labOptionValues, name);
