import { isDeepStrictEqual } from 'node:util';
import { findAdapter, requireAdapter, addTrustSetting } from '#server/features/settings/adapter-manifests.ts';
import { defaultProofScope, unsealSettings, writeSettings } from '#server/features/settings/adapter-settings.ts';
import { hiddenValue, omitSecrets } from '#server/features/settings/show-settings.ts';
import type { ContentEntry, ContentTypeHandler } from '../content-type.ts';
import { buildContentPath } from '../content-place.ts';
import { validateAgainstSchema } from '../validate-against-schema.ts';
import { isObject } from '../is-object.ts';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Adapter settings, with a placeholder for each secret. They are never removed with a file: payments made with them may
 * still be refunded.
 */
export const settingsContentHandler: ContentTypeHandler<object, Settings> = {
  read: async (db, { sealer }) => {
    const rows = await db
      .selectFrom('adapter_settings')
      .select(['family', 'adapter', 'game', 'trust', 'sealed'])
      .execute();
    return rows.flatMap(({ family, adapter, game, trust, sealed }): ContentEntry<object, Settings>[] => {
      const name = `${family}/${adapter}`;
      const settings = unsealSettings(sealer, sealed);
      const known = findAdapter(name);
      // Unknown or unreadable settings are skipped; `npm run check` reports them.
      if (!settings || !known) return [];
      const own = family === 'payments' ? {} : { Trust: trust };
      const place = {
        type: 'settings' as const,
        path: buildContentPath(game ?? undefined, `settings/${name}.json`),
        game: game ?? undefined,
        name,
      };
      return [{ place, value: { ...own, ...omitSecrets(known.manifest, settings) }, whole: { ...own, ...settings } }];
    });
  },
  prepare: ({ place, value, before }) => {
    const known = findAdapter(place.name);
    if (!known) return { faults: [`${place.name} isn't an adapter with settings: see npm run settings -- list`] };
    if (!isObject(value)) return { faults: ['/ must be an object'] };
    const { family, schema, manifest } = known;
    const missing: string[] = [];
    const own = family === 'payments' ? {} : { Trust: defaultProofScope(place.game) };
    const whole: Settings = { ...own, ...fillFields(value, before?.whole, '', missing) };
    const remedy = `npm run settings -- ${place.name}${place.game === undefined ? '' : ` --game ${place.game}`} < settings.json`;
    if (missing.length > 0)
      return {
        value,
        isSetAside: true,
        notes: [
          `is not applied: no secret is kept here for ${missing.join(', ')}. Set it up with its secrets: ${remedy}`,
        ],
      };
    const checked = validateAgainstSchema(addTrustSetting(family, schema), whole);
    if ('faults' in checked) return checked;
    const { Trust: trust, ...settings } = whole;
    const shown = { ...(trust !== undefined && { Trust: trust }), ...omitSecrets(manifest, settings) };
    const containsSecret = !isDeepStrictEqual(shown, { ...own, ...value });
    return {
      value: shown,
      whole,
      ...(containsSecret && {
        notes: [
          `contains a secret in plain text: write ${JSON.stringify(hiddenValue)} in its place once it is applied`,
        ],
      }),
    };
  },
  write: async (trx, { place, whole = {} }, { sealer }) => {
    const { Trust: given, ...settings } = whole;
    const trust = given === 'portal' || given === 'game' ? given : defaultProofScope(place.game);
    const { family, adapter } = requireAdapter(place.name);
    await writeSettings(trx, sealer, { family, adapter, game: place.game, trust, settings });
    return [];
  },
  describe: () => 'set up',
};

function fillSecrets(given: unknown, kept: unknown, place: string, missing: string[]): unknown {
  if (given === hiddenValue) {
    if (kept === undefined) missing.push(place);
    return kept;
  }
  if (Array.isArray(given))
    return given.map((item: unknown, at) => {
      const before: unknown = Array.isArray(kept) ? kept[at] : undefined;
      return fillSecrets(item, before, `${place}/${at}`, missing);
    });
  return isObject(given) ? fillFields(given, kept, place, missing) : given;
}

const fillFields = (given: Settings, kept: unknown, place: string, missing: string[]): Settings =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const before = isObject(kept) && Object.hasOwn(kept, key) ? kept[key] : undefined;
      return [key, fillSecrets(value, before, `${place}/${key}`, missing)];
    }),
  );
