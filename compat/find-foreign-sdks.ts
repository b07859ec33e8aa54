// Finds in the files of a build which foreign SDK it uses, which version, and which calls.
import type { ForeignCall, ForeignSdkManifest } from './port.ts';

export interface ForeignSdkUse {
  readonly manifest: ForeignSdkManifest;
  /** The newest version whose script the build names. */
  readonly version: string;
  readonly calls: readonly ForeignCall[];
}

export interface ForeignSdkFinder {
  read(text: string): void;
  /** The SDK with the most calls first. */
  result(): ForeignSdkUse[];
}

/** @param paths the build's files. One that is there is the game's own, not the vendor's */
export function createForeignSdkFinder(
  manifests: readonly ForeignSdkManifest[],
  paths: ReadonlySet<string>,
): ForeignSdkFinder {
  const seen = new Map(
    manifests.map((manifest) => [manifest, { versions: new Set<string>(), names: new Set<string>(), isUsed: false }]),
  );
  return {
    read: (text) => {
      for (const [manifest, { versions, names }] of seen) {
        const named = manifest.scripts.filter(
          ({ address }) => namesAddress(text, address) && !paths.has(address.slice(1)),
        );
        for (const { version } of named) versions.add(version);
        if (named.length === 0 && !manifest.usage.test(text)) continue;
        Object.assign(seen.get(manifest) ?? {}, { isUsed: true });
        for (const { call } of manifest.calls) if (namesCall(text, call, manifest.calls)) names.add(call);
      }
    },
    result: () =>
      [...seen]
        .filter(([, { isUsed }]) => isUsed)
        .map(([manifest, { versions, names }]) => {
          const version = [...versions].toSorted().at(-1) ?? manifest.scripts[0]?.version ?? '';
          const calls = manifest.calls.filter(
            ({ call, versions: having }) => names.has(call) && (having?.includes(version) ?? true),
          );
          return { manifest, version, calls };
        })
        .toSorted((one, other) => other.calls.length - one.calls.length),
  };
}

/** Such as `CrazyGames v3: ads, user, data`. */
export function describeForeignSdkUse({ manifest, version, calls }: ForeignSdkUse): string {
  const features = [...new Set(calls.map(({ feature }) => feature))];
  return `${manifest.title} v${version}${features.length === 0 ? '' : `: ${features.join(', ')}`}`;
}

/** Calls that do less here than on the vendor's portal. */
export const listLimitedCalls = ({ calls }: ForeignSdkUse): ForeignCall[] =>
  calls.filter(({ support }) => support !== 'yes');

// A path of the game's own host is only the vendor's script if the page has it as a whole.
const namesAddress = (text: string, address: string): boolean =>
  address.startsWith('/')
    ? [`"${address}"`, `'${address}'`].some((each) => text.includes(each))
    : text.includes(address);

// Games keep modules in variables, so the last name is enough, unless a call of the SDK itself has it as well.
function namesCall(text: string, call: string, calls: readonly ForeignCall[]): boolean {
  const last = lastName(call);
  const isAmbiguous = call !== last && calls.some((each) => each.call === last && each.versions === undefined);
  return text.includes(isAmbiguous ? call.split('.').slice(-2).join('.') : `.${last}`);
}

const lastName = (call: string): string => call.slice(call.lastIndexOf('.') + 1);
