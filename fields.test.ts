// Every declared field must be used: a request's field read, a reply's filled, a setting obeyed, an event emitted, a call
// made. The check goes by name (scripts/used-names.ts). The table lists the exceptions with their reasons; an exception
// that is no longer needed fails too.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventSchemas, methodSchemas } from './bridge/schemas.ts';
import { api } from './contract/api.ts';
import { AdapterOptions, InterfaceFlags, PortalConfig } from './contract/config.ts';
import * as identities from './identities/registry.ts';
import { analyticsEventIds } from './model/analytics-events.ts';
import { ProblemReply } from './model/problem.ts';
import type { RouteGroup } from './model/route.ts';
import * as payments from './payments/registry.ts';
import * as platforms from './platforms/registry.ts';
import { readSources, type SourceFile } from './scripts/architecture/read-sources.ts';
import { findUsedNames, type UsedNames } from './scripts/used-names.ts';
import { GameDocument } from './server/features/publishing/game-document.ts';
import { ProductEntry } from './model/product-entry.ts';

const ofFirebase =
  "part of Firebase's settings, which are copied as a whole; sign-in without its script needs only some";
const asOneDocument = 'stored and shown as one document';

/** Field names, or prefixes that end with an asterisk. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'analytics.track.body.Events[].*': 'numbered columns, read under composed names',
  'auth.authenticateFromSocial.body.Kongregate.UserName': "clients send it; the name in Kongregate's reply counts",
  'auth.authenticateFromSocial.body.YandexGames.EnvironmentI18nLang': 'old clients send it; `Locale` counts',
  'play.chooseGame.body.OriginUrl': 'old clients send it; the name decides which game it is, never an address',
  'profile.update.body.DUMMY': 'the specification has it, without a meaning',
  'store.storeAvailability.body.VkontaktePlay.IpAddress':
    "clients send a placeholder; the server knows the caller's IP",
  'support.sendMessage.body.Context.*': asOneDocument,
  'support.tickets.reply.Tickets[].Context.*': asOneDocument,
  'PortalConfig.CompanyBranding.Firebase.*': ofFirebase,
  'identities/firebase.*': ofFirebase,
  'GameDocument.ForPlayers.*': 'passed on to the clients of connected players',
  'GameDocument.Config.MaxSaveBytes': 'read in SQL, with the save: server/features/saves/save-statements.ts',
  SendVkBridge: 'the SDK passes native calls on by name, with FxId.call',
  SendCrazyGamesSdk: 'the SDK passes native calls on by name, with FxId.call',
};

interface Field {
  /** Such as `store.createPayment.body.Sku`; if several calls share an object, the first of them. */
  readonly name: string;
  readonly key: string;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** The fields of a schema and of the objects inside it. Objects in `seen` are skipped. */
function fieldsOf(schema: object | undefined, name: string, seen: Set<object>): Field[] {
  if (schema === undefined || seen.has(schema)) return [];
  seen.add(schema);
  const { properties = {}, items, anyOf = [], allOf = [], patternProperties = {} } = schema as Schema;
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => {
      const path = `${name}.${key}`;
      return [{ name: path, key }, ...fieldsOf(inner, path, seen)];
    }),
    ...fieldsOf(items, `${name}[]`, seen),
    ...[...anyOf, ...allOf, ...Object.values(patternProperties)].flatMap((inner) => fieldsOf(inner, name, seen)),
  ];
}

const fieldsOfAll = (schemas: Readonly<Record<string, object | undefined>>): Field[] => {
  const seen = new Set<object>();
  return Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name, seen));
};

// Validating an operator's document is no use of its settings.
const IGNORED = /\.(test|spec)\.|(^|\/)testing\/|simulat|check-game-document\.ts$/;
// Without manifests, which only declare fields.
const SERVER = /^(server|kit|platforms|payments|identities)\/(?!.*(\.browser\.|\/(platform|provider|identity)\.ts$))/;
const BROWSER = /^(portal|kit|platforms|payments|identities)\/(?!.*\.server\.)/;

/** The names of everything that is declared and not used. */
function findUnused(sources: readonly SourceFile[]): string[] {
  const used = sources.filter(({ path }) => !IGNORED.test(path));
  const namesIn = (where: RegExp): UsedNames => findUsedNames(used.filter(({ path }) => where.test(path)));
  const [server, browser, portal] = [namesIn(SERVER), namesIn(BROWSER), namesIn(/^portal\//)];
  const console = namesIn(/^console\//);
  const calls = Object.entries(api as Readonly<Record<string, RouteGroup>>).flatMap(([area, routes]) =>
    Object.entries(routes).map(([call, route]) => ({ area, call, name: `${area}.${call}`, route })),
  );
  const partsOf = (parts: readonly ('params' | 'query' | 'body' | 'reply')[]): Field[] =>
    fieldsOfAll(
      Object.fromEntries(calls.flatMap(({ name, route }) => parts.map((part) => [`${name}.${part}`, route[part]]))),
    );
  const without = (fields: readonly Field[], ...names: readonly ReadonlySet<string>[]): string[] =>
    fields.filter(({ key }) => !names.some((each) => each.has(key))).map(({ name }) => name);
  const keys = (names: Iterable<string>): Field[] => [...names].map((name) => ({ name, key: name }));

  const families = { platforms, payments, identities };
  // Names such as `Steam`, under which adapters' blocks are found.
  const ofAdapters = new Set(JSON.stringify(families).match(/(?<="(?:id|key|storeFlag)":")\w+/g));
  const replies = [...partsOf(['reply']), ...fieldsOfAll({ ProblemReply })];
  const settings = fieldsOfAll({ PortalConfig, InterfaceFlags, AdapterOptions, GameDocument, ProductEntry });
  const settingsOfAdapters = Object.entries(families).flatMap(([family, manifests]) =>
    Object.entries(manifests as Readonly<Record<string, { settings?: object }>>).flatMap(([folder, manifest]) => {
      const own = namesIn(new RegExp(`^(${family}/(${folder}/|kit/|[^/]+$)|kit/)`));
      return without(fieldsOfAll({ [`${family}/${folder}`]: manifest.settings }), own.read);
    }),
  );
  const methods = Object.entries<{ params: object; result: object }>(methodSchemas);
  const results = {
    ...Object.fromEntries(methods.map(([name, { result }]) => [`${name}.result`, result])),
    ...eventSchemas,
  };
  const guides = globSync(`${import.meta.dirname}/docs/guides/*.md`).map((file) => readFileSync(file, 'utf8'));
  const isCalled = ({ area, call, name, route }: (typeof calls)[number]): boolean =>
    portal.chains.has(name) ||
    console.chains.has(name) ||
    console.chains.has(`calls.${call}`) ||
    portal.chains.has(`calls.${call}`) ||
    namesIn(new RegExp(`^(platforms|payments|identities)/${area}/.*\\.browser\\.`)).chains.has(`calls.${call}`) ||
    guides.some((text) => text.includes(route.path.replace(/\{.*$/, '')));
  return [
    ...without(partsOf(['params', 'query', 'body']), server.read, ofAdapters),
    ...without(replies, server.written, ofAdapters, new Set(settings.map(({ key }) => key))),
    ...without(settings, server.read, browser.read, namesIn(/^model\//).read, ofAdapters),
    ...settingsOfAdapters,
    ...without(keys(namesIn(/^server\/config\.ts$/).declared), namesIn(/^server\/(?!config\.ts$)/).read),
    ...without(keys(namesIn(/^model\/runtime-config\.ts$/).declared), portal.read),
    ...without(keys(namesIn(/^model\/runtime-config\.ts$/).declared), server.written),
    ...without(
      fieldsOfAll(Object.fromEntries(methods.map(([name, { params }]) => [`${name}.params`, params]))),
      browser.read,
    ),
    ...without(fieldsOfAll(results), browser.written, new Set(replies.map(({ key }) => key))),
    // Excludes the generator of the Unity and Godot packages, which names every method.
    ...without(keys(Object.keys(methodSchemas)), namesIn(/^sdk\/(?!bindings\/)/).texts),
    ...without(keys(Object.keys(eventSchemas)), namesIn(/^(portal|bridge\/(?!schemas|protocol))/).texts),
    ...without(keys(Object.keys(analyticsEventIds)), namesIn(/^(server|portal|platforms)\//).read),
    ...calls.filter((call) => !isCalled(call)).map(({ name }) => name),
  ];
}

const sources = readSources(import.meta.dirname);
const fits = (exception: string, name: string): boolean =>
  exception.endsWith('*') ? name.startsWith(exception.slice(0, -1)) : name === exception;

it('uses everything that is declared', () => {
  const unused = findUnused(sources);
  const excepted = Object.keys(EXCEPTIONS);
  expect(unused.filter((name) => !excepted.some((each) => fits(each, name)))).toEqual([]);
  expect(excepted.filter((each) => !unused.some((name) => fits(each, name)))).toEqual([]);
});

it('finds what is not used', () => {
  const names = {
    DeviceId: 'auth.authenticateFromGame.body.DeviceId',
    SbpLink: 'bank131.payWithSbp.reply.SbpLink',
    WasPercent: 'ProductEntry.WasPercent',
    WebhookSecrets: 'payments/stripe.WebhookSecrets',
    drainSeconds: 'drainSeconds',
    identityTitles: 'identityTitles',
    productNameHint: 'BuyProduct.params.productNameHint',
    canReview: 'CanReview.result.canReview',
    GetUrlHash: 'GetUrlHash',
    LanguageChanged: 'LanguageChanged',
    UserReviewed: 'UserReviewed',
    tokenize: 'bank131.tokenize',
  };
  const pattern = new RegExp(`\\b(${Object.keys(names).join('|')})\\b`, 'g');
  const changed = sources.map(({ path, text }) => ({
    path,
    text: /^(server\/config|model\/runtime-config)\.ts$/.test(path) ? text : text.replaceAll(pattern, 'other'),
  }));
  expect(findUnused(changed)).toEqual(expect.arrayContaining(Object.values(names)));
});
