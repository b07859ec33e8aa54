// Settings of the portal, platforms, payment providers and sign-in methods. Secrets are write-only.
import { Type } from 'typebox';
import { MissingSetupItem } from './overview.ts';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, SuccessReply, text } from '#model/schema.ts';

export const SettingsFamily = oneOf(['identities', 'platforms', 'payments']);
const Adapter = text(60, { minLength: 1 });
const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));
const Game = Type.Optional(GameName);
const Version = text(40, { description: 'Changes with every change' });
const Schema = Type.Unknown({ description: 'JSON schema' });
/** Objects whose fields the schema of the adapter or of the portal's configuration describes. */
const Values = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());

export const AdapterSettingsInfo = object({
  Family: SettingsFamily,
  Adapter,
  Title: text(100),
  Owners: Type.Array(
    object({
      Game: Type.Optional(text(63, { description: 'Absent: the portal' })),
      IsValid: Type.Boolean({ description: "False: they don't match this version, or can't be decrypted" }),
      UpdatedAt: instant,
    }),
  ),
});

const ValuesText = text(200_000, { minLength: 2, description: 'The values, as JSON' });

const change = { access: ['operator'], permission: 'settings.change', audit: 'change', stepUp: true } as const;

export const operatorSettingsRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/settings',
    access: ['operator'],
    permission: 'settings.read',
    summary: 'All platforms, providers and sign-in methods with settings, and what the portal still lacks.',
    reply: object({
      Adapters: Type.Array(AdapterSettingsInfo),
      Missing: Type.Array(MissingSetupItem),
    }),
  }),
  adapter: route({
    method: 'GET',
    path: '/operator/settings/adapter/{Family}/{Adapter}',
    access: ['operator'],
    permission: 'settings.read',
    summary: "An adapter's settings for the portal, or for one game, without secrets, and their schema.",
    params: object({ Family: SettingsFamily, Adapter }),
    query: object({ Game }),
    reply: object({
      Title: text(100),
      Notes: Type.Array(text(1000)),
      Schema,
      Secrets: Type.Array(text(200), { description: 'Paths of fields that are never shown, such as /SecretKey' }),
      SetSecrets: Type.Array(text(200), { description: 'Those of them that have a value' }),
      Values: Type.Optional(Values),
      Trust: Type.Optional(oneOf(['portal', 'game'])),
      HasTrust: Type.Boolean({ description: 'Whether the operator chooses how far its proofs are trusted' }),
      Version: Type.Optional(Version),
      IsTestable: Type.Boolean({ description: 'The settings can be tested at the vendor' }),
    }),
    errors: ['NotFound', 'UnknownGame'],
  }),
  saveAdapter: route({
    method: 'POST',
    path: '/operator/settings/save_adapter',
    ...change,
    summary: 'Save settings. Secrets that are left out or empty stay as they are.',
    body: object({
      Family: SettingsFamily,
      Adapter,
      Game,
      Values: ValuesText,
      ClearSecrets: Type.Optional(Type.Array(text(200), { maxItems: 50, description: 'Paths of secrets to remove' })),
      Trust: Type.Optional(oneOf(['portal', 'game'])),
      Version: Type.Optional({ ...Version, description: 'The version that was edited. Absent: there was none' }),
      Reason,
    }),
    reply: object({ Version }),
    errors: ['NotFound', 'UnknownGame', 'Conflict'],
  }),
  removeAdapter: route({
    method: 'POST',
    path: '/operator/settings/remove_adapter',
    ...change,
    summary: 'Remove the settings of an adapter, for the portal or for one game.',
    body: object({ Family: SettingsFamily, Adapter, Game, Reason: text(1000, { minLength: 1 }) }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
  testAdapter: route({
    method: 'POST',
    path: '/operator/settings/test_adapter',
    access: ['operator'],
    permission: 'settings.change',
    summary: 'Ask the vendor whether it accepts the saved settings. Nothing is changed.',
    body: object({ Family: SettingsFamily, Adapter, Game }),
    reply: object({
      Findings: Type.Array(
        object({
          Verdict: oneOf(['ok', 'warning', 'problem']),
          Text: text(1000, { description: "What the vendor's answer was, in English" }),
        }),
      ),
    }),
    errors: ['NotFound', 'UnknownGame'],
    perMinute: 20,
  }),
  portal: route({
    method: 'GET',
    path: '/operator/settings/portal',
    access: ['operator'],
    permission: 'settings.read',
    summary: "The portal's configuration, and its schema.",
    reply: object({ Schema, Values, Version: Type.Optional(Version) }),
  }),
  savePortal: route({
    method: 'POST',
    path: '/operator/settings/save_portal',
    ...change,
    summary: "Save the portal's configuration.",
    body: object({ Values: ValuesText, Version: Type.Optional(Version), Reason }),
    reply: object({ Version }),
    errors: ['Conflict'],
  }),
};
