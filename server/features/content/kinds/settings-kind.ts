import { isDeepStrictEqual } from 'node:util';
import { findAdapter, withTrust } from '#server/features/settings/adapter-manifests.ts';
import {
  defaultProofScope,
  openSettings,
  writeSettings,
  type AdapterFamily,
  type Trust,
} from '#server/features/settings/adapter-settings.ts';
import { hidden, omitSecrets } from '#server/features/settings/show-settings.ts';
import type { ContentEntry, ContentKind } from '../content-kind.ts';
import { buildPath } from '../content-place.ts';
import { listSchemaFaults } from '../list-schema-faults.ts';

type Settings = Readonly<Record<string, unknown>> & { readonly Trust?: Trust };

/**
 * The settings of adapters, with a word in the place of each secret: it keeps the one that is there. They never go with a file,
 * since who has paid may still want his money back.
 */
export const settingsKind: ContentKind = {
  read: async (db, { sealer }) => {
    const rows = await db
      .selectFrom('adapter_settings')
      .select(['family', 'adapter', 'game', 'trust', 'sealed'])
      .execute();
    return rows.flatMap(({ family, adapter, game, trust, sealed }): ContentEntry[] => {
      const name = `${family}/${adapter}`;
      const settings = openSettings(sealer, sealed);
      const known = findAdapter(name);
      // What this release does not know or this machine cannot open, `npm run check` tells.
      if (!settings || !known) return [];
      const own = family === 'payments' ? {} : { Trust: trust };
      const place = {
        kind: 'settings' as const,
        path: buildPath(game ?? undefined, `settings/${name}.json`),
        game: game ?? undefined,
        name,
      };
      return [{ place, value: { ...own, ...omitSecrets(known.manifest, settings) }, whole: { ...own, ...settings } }];
    });
  },
  prepare: ({ place, value, before }) => {
    const known = findAdapter(place.name);
    if (!known) return { faults: [`${place.name} is no adapter that has settings: see npm run settings -- list`] };
    if (typeof value !== 'object' || value === null) return { faults: ['/ must be an object'] };
    const { family, schema, manifest } = known;
    const missing: string[] = [];
    const own = family === 'payments' ? {} : { Trust: defaultProofScope(place.game) };
    const whole = { ...own, ...(fillSecrets(value, before?.whole, '', missing) as object) };
    const remedy = `npm run settings -- ${place.name}${place.game === undefined ? '' : ` --game ${place.game}`} < settings.json`;
    if (missing.length > 0)
      return {
        value,
        isSetAside: true,
        notes: [
          `is not applied: no secret is kept here for ${missing.join(', ')}. Set it up with its secrets: ${remedy}`,
        ],
      };
    const faults = listSchemaFaults(withTrust(family, schema), whole);
    if (faults.length > 0) return { faults };
    const { Trust: trust, ...settings } = whole as Settings;
    const shown = { ...(trust !== undefined && { Trust: trust }), ...omitSecrets(manifest, settings) };
    const containsSecret = !isDeepStrictEqual(shown, { ...own, ...value });
    return {
      value: shown,
      whole,
      ...(containsSecret && {
        notes: [`holds a secret in plain text: write ${JSON.stringify(hidden)} in its place once it is applied`],
      }),
    };
  },
  write: async (trx, { place, whole }, { sealer }) => {
    const { Trust: trust = defaultProofScope(place.game), ...settings } = whole as Settings;
    const [family, adapter = ''] = place.name.split('/');
    await writeSettings(trx, sealer, { family: family as AdapterFamily, adapter, game: place.game, trust, settings });
    return [];
  },
  describe: () => 'set up',
};

/** The same with the secrets that are kept, where the folder hides them. */
function fillSecrets(given: unknown, kept: unknown, place: string, missing: string[]): unknown {
  if (given === hidden) {
    if (kept === undefined) missing.push(place);
    return kept;
  }
  if (typeof given !== 'object' || given === null) return given;
  const keptOf = (key: string | number): unknown =>
    typeof kept === 'object' && kept !== null && Object.hasOwn(kept, key)
      ? (kept as Record<string | number, unknown>)[key]
      : undefined;
  if (Array.isArray(given))
    return given.map((item: unknown, at) => fillSecrets(item, keptOf(at), `${place}/${at}`, missing));
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, fillSecrets(value, keptOf(key), `${place}/${key}`, missing)]),
  );
}
