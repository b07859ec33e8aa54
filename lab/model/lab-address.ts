// The address of a try in the lab: `/lab/{platform}/{game}?payment=cancelled&lang=fa`. Everything that makes it what it is
// stands there, so that it can be sent to a colleague, and what is as usual is left out. A word that the lab does not know is
// refused: a slip of the pen must not try something else.
import { locales, type Locale } from '#model/locale.ts';
import {
  adEnds,
  networks,
  paymentEnds,
  players,
  proofs,
  sdks,
  defaultScenario,
  type Scenario,
} from '#platforms/scenario.ts';
import {
  deviceNames,
  devices,
  orientations,
  defaultOrientation,
  type DeviceName,
  type Orientation,
} from './devices.ts';
import { languageOf } from './simulated-players.ts';

/** What a person chooses, each word as it stands in the address. */
export interface LabChoice {
  readonly player: Scenario['player'];
  readonly payment: Scenario['payment'];
  readonly ad: Scenario['ad'];
  readonly network: Scenario['network'];
  readonly sdk: Scenario['sdk'];
  readonly proof: Scenario['proof'];
  readonly lang: Locale;
  readonly device: DeviceName;
  readonly orientation: Orientation;
}

export const labWords: { readonly [K in keyof LabChoice]: readonly LabChoice[K][] } = {
  player: players,
  lang: locales,
  device: deviceNames,
  orientation: orientations,
  payment: paymentEnds,
  ad: adEnds,
  network: networks,
  sdk: sdks,
  proof: proofs,
};

export interface UnknownWord {
  readonly name: string;
  readonly value: string;
  /** What could stand there; empty where the name itself is unknown. */
  readonly known: readonly string[];
}

export type ReadChoice =
  | { readonly outcome: 'read'; readonly choice: LabChoice }
  | { readonly outcome: 'refused'; readonly unknown: readonly UnknownWord[] };

/** @param query what stands behind the question mark */
export function readChoice(query: Iterable<readonly [string, string]>): ReadChoice {
  const unknown: UnknownWord[] = [];
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    const known: readonly string[] = isName(name) ? labWords[name] : [];
    if (!known.includes(value)) unknown.push({ name, value, known });
    given.set(name, value);
  }
  if (unknown.length > 0) return { outcome: 'refused', unknown };
  return { outcome: 'read', choice: withUsual(Object.fromEntries(given)) };
}

/** What was not chosen is as usual; language and orientation follow the person and the device. */
export function withUsual(given: Partial<LabChoice>): LabChoice {
  const { player, payment, ad, network, sdk, proof, device } = defaultScenario;
  const chosen = { player, payment, ad, network, sdk, proof, device, ...given };
  return {
    ...chosen,
    lang: given.lang ?? (languageOf(chosen.player) as Locale),
    orientation: given.orientation ?? defaultOrientation(chosen.device),
  };
}

/** The path and query of a try, with nothing in it that goes without saying. */
export function labPath(folder: string, game: string, choice: Partial<LabChoice> = {}): string {
  const { player, device } = withUsual(choice);
  const usual = withUsual({ player, device });
  const standing: Readonly<Record<string, string>> = {
    ...usual,
    player: defaultScenario.player,
    device: defaultScenario.device,
  };
  const told = Object.entries(choice).filter(([name, value]) => standing[name] !== value);
  const query = new URLSearchParams(Object.fromEntries(told)).toString();
  return `/lab/${encodeURIComponent(folder)}/${encodeURIComponent(game)}${query === '' ? '' : `?${query}`}`;
}

/** What the simulators know of it. */
export function scenarioOf({ player, payment, ad, network, sdk, proof, lang, device }: LabChoice): Scenario {
  return { player, payment, ad, network, sdk, proof, language: lang, device: devices[device].kind };
}

const isName = (name: string): name is keyof LabChoice => Object.hasOwn(labWords, name);
