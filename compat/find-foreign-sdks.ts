// Finds in the files of a build which foreign SDK it uses, which version, and which calls.
import type { ForeignCall, ForeignSdkManifest } from './port.ts';
import { isSameAddress, isVersion } from './resolve-script.ts';

export interface ForeignSdkUse {
  readonly manifest: ForeignSdkManifest;
  /** The newest version whose script the build names. */
  readonly version: string;
  readonly calls: readonly ForeignCall[];
}

export interface ForeignSdkFinder {
  read(text: string): void;
  /** SDKs whose script the build names first, and of these the one with the most calls. */
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
  // Builds check for the globals of portals that they were not made for.
  const isNamed = ({ manifest }: ForeignSdkUse): number => Number((seen.get(manifest)?.versions.size ?? 0) > 0);
  return {
    read: (text) => {
      const owner = manifests.find(({ copies }) => copies?.test(text));
      for (const [manifest, { versions, names }] of seen) {
        if (owner && owner !== manifest) continue;
        const named = manifest.scripts.filter(
          ({ address }) => namesAddress(text, address) && !paths.has(address.slice(1)),
        );
        for (const { version } of named) versions.add(version);
        if (named.length === 0 && !owner && !manifest.usage.test(text)) continue;
        Object.assign(seen.get(manifest) ?? {}, { isUsed: true });
        for (const call of manifest.calls) if (namesCall(text, call, manifest.calls)) names.add(call.call);
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
        .toSorted((one, other) => isNamed(other) - isNamed(one) || other.calls.length - one.calls.length),
  };
}

/** Whether an address is that of a vendor's script, for which ours is loaded. */
export const isForeignScript = ({ host, pathname }: URL, manifests: readonly ForeignSdkManifest[]): boolean =>
  manifests.some(({ scripts }) => scripts.some(({ address }) => isSameAddress(address, host + pathname)));

/** Such as `CrazyGames v3: ads, user, data`. */
export function describeForeignSdkUse({ manifest, version, calls }: ForeignSdkUse): string {
  const features = [...new Set(calls.map(({ feature }) => feature))];
  return `${manifest.title} v${version}${features.length === 0 ? '' : `: ${features.join(', ')}`}`;
}

/** Whether the game sells products, and its page receives them. */
export const sellsInPage = ({ calls }: ForeignSdkUse): boolean =>
  calls.some(({ feature, support }) => feature === 'purchases' && support !== 'no');

/** Calls that do less here than on the vendor's portal. */
export const listLimitedCalls = ({ calls }: ForeignSdkUse): ForeignCall[] =>
  calls.filter(({ support }) => support !== 'yes');

// A path of the game's own host is only the vendor's script if the page has it as a whole.
const namesAddress = (text: string, address: string): boolean =>
  address.startsWith('/')
    ? [`"${address}"`, `'${address}'`].some((each) => text.includes(each))
    : containsAddress(text, address);

function containsAddress(text: string, address: string): boolean {
  const [start = '', end] = address.split('*');
  if (end === undefined) return text.includes(address);
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    const before = text.slice(Math.max(0, at - start.length - maxVersionLength), at);
    const version = start === '' ? before.slice(-1) : (before.split(start).at(-1) ?? '');
    if (before.includes(start) && isVersion(version)) return true;
  }
  return false;
}

const maxVersionLength = 100;

// Games keep modules in variables, so the last name is enough, unless a call of the SDK itself has it as well.
function namesCall(text: string, { call, isText }: ForeignCall, calls: readonly ForeignCall[]): boolean {
  if (isText) return quotes.some((quote) => text.includes(quote + call + quote));
  const last = lastName(call);
  const isAmbiguous = call !== last && calls.some((each) => each.call === last && each.versions === undefined);
  return text.includes(isAmbiguous ? call.split('.').slice(-2).join('.') : `.${last}`);
}

const quotes = ['"', "'", '`'];

const lastName = (call: string): string => call.slice(call.lastIndexOf('.') + 1);
