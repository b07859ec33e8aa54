// Checks everything that the product declares: API calls and their fields, the bridge, operators' settings,
// configuration and events. Finds what is never filled, read, sent or emitted.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from 'typescript/unstable/sync';
import { collectUses } from './collect-uses.ts';
import { fieldsOfSchema, fieldsOfType, partsOf, typeNamed, type Field } from './declared-fields.ts';
import { createJudge } from './judge-fields.ts';
import { openProgram, type Program } from './open-program.ts';
import { wordsInCode } from './words-in-code.ts';

/** For each rule, the names that violate it. */
export type Findings = Readonly<Record<Rule, readonly string[]>>;
export type Rule = keyof typeof rules;

export const rules = {
  'request not read': 'a field of a request that no handler reads',
  'reply not filled': 'a field of a reply that no handler fills and no operator can set',
  'setting not read': 'a field that an operator can set and nothing obeys',
  'configuration not read': 'a key of the configuration that nobody reads',
  'page configuration not filled': "a key of the page's configuration that the server does not write",
  'page configuration not read': "a key of the page's configuration that the portal does not read",
  'bridge parameter not read': 'a parameter of a method that the portal does not read',
  'bridge result not filled': 'a field of a result or an event that the portal does not fill',
  'method not offered': 'a method of the bridge that the SDK does not call',
  'bridge event not emitted': 'an event that the portal does not emit',
  'analytics event not emitted': 'an event with a number that nothing sends',
  'call not made': 'a call that no client of ours makes and no guide names',
} as const;

const SERVER = /^(server|kit|platforms|payments|identities)\/(?!.*\.browser\.)/;
const BROWSER = /^(portal|platforms|payments|identities|kit)\/(?!.*\.server\.)/;
const PORTAL = /^portal\//;
// Platforms count too: a manifest names the event for a game start.
const NUMBERED = /^(server|portal|platforms)\//;
// The server reads these fields for every call, in server/http/named-games.ts.
const GAME = /\.(params|query|body)\.(Game|GameSystemName|game)$/;
// The core reads the order and the language of a payment provider's calls from these fields, in
// server/features/orders/providers/provider-calls.ts.
const PAYMENT = /^(\w+)\.\w+\.(params|query|body)\.(PublicOrderId|PublicId|Locale)$/;
// Validating an operator's document does not count as reading its settings.
const OBEYING = /^(?!server\/features\/publishing\/check-game-document\.ts$)/;
const NOT_THE_READER = /^(?!server\/config\.ts$)/;

export interface DeclaredCall {
  /** Such as `store.createPayment`. */
  readonly name: string;
  readonly path: string;
}

export function walkProduct(root: string, declared: readonly DeclaredCall[]): Findings {
  using program = openProgram(root, 'tsconfig/fields.json');
  const { checker } = program.project;
  const constant = (file: string, name: string): Type => typeNamed(program.project, join(root, file), name);
  const calls = partsOf(checker, constant('contract/api.ts', 'api')).flatMap((area) =>
    partsOf(checker, area.type).map((call) => ({ ...call, name: `${area.name}.${call.name}` })),
  );
  const fieldsOfCalls = (parts: readonly string[]): Field[] => {
    const seen = new Set<string>();
    return calls.flatMap(({ name, type }) =>
      partsOf(checker, type)
        .filter((part) => parts.includes(part.name))
        .flatMap((part) => fieldsOfSchema(checker, part.type, `${name}.${part.name}`, seen)),
    );
  };
  const own = (field: Field): boolean => field.declarations.length > 0 && !isOfPlatformWithoutAdapter(root, field);

  const isReadForAll = ({ name }: Field): boolean => {
    const [, folder = '-'] = PAYMENT.exec(name) ?? [];
    return GAME.test(name) || existsSync(join(root, 'payments', folder));
  };
  const requests = fieldsOfCalls(['params', 'query', 'body']).filter((field) => own(field) && !isReadForAll(field));
  const replies = [
    ...fieldsOfCalls(['reply']),
    ...fieldsOfSchema(checker, constant('model/problem.ts', 'ProblemReply'), 'ProblemReply', new Set()),
  ].filter(own);
  const settings = fieldsOfSettings(program, constant).filter(own);
  const methods = partsOf(checker, constant('bridge/protocol.ts', 'Methods'));
  const events = partsOf(checker, constant('bridge/protocol.ts', 'Events'));
  const seenOfBridge = new Set<string>();
  const bridge = (name: string, type: Type): Field[] => fieldsOfType(checker, type, name, seenOfBridge, 'bridge/');
  const part = (type: Type, name: string): Type[] =>
    partsOf(checker, type).flatMap((each) => (each.name === name ? [each.type] : []));
  const parameters = methods.flatMap(({ name, type }) =>
    part(type, 'params').flatMap((each) => bridge(`${name}.params`, each)),
  );
  const results = [
    ...methods.flatMap(({ name, type }) => part(type, 'result').flatMap((each) => bridge(`${name}.result`, each))),
    ...events.flatMap(({ name, type }) => bridge(name, type)),
  ];
  const keysOf = (file: string, name: string): Field[] =>
    fieldsOfType(checker, constant(file, name), name, new Set(), file);
  const configuration = keysOf('server/config.ts', 'Config');
  const page = keysOf('model/runtime-config.ts', 'RuntimeConfig');
  const numbers = partsOf(checker, constant('model/analytics-events.ts', 'analyticsEvents')).map(asField);

  const schemas = [...requests, ...replies, ...settings];
  const seek = (fields: readonly Field[], where: RegExp) => ({ names: fields.map(({ key }) => key), where });
  const uses = collectUses(program, [
    seek([...requests, ...replies], SERVER),
    seek(settings, /./),
    seek([...parameters, ...results], BROWSER),
    seek(configuration, /^server\//),
    seek(page, /^(server|portal)\//),
    seek(numbers, NUMBERED),
  ]);
  const judge = createJudge(uses, new Set(schemas.flatMap(({ declarations }) => declarations)));
  const set = new Set(settings.flatMap(({ declarations }) => declarations));
  const canBeSet = ({ declarations }: Field): boolean => declarations.some((each) => set.has(each));
  const unread = (fields: readonly Field[], where: RegExp): string[] =>
    fields.filter((field) => !judge.isRead(field, where)).map(({ name }) => name);
  const unfilled = (fields: readonly Field[], where: RegExp, given?: ReadonlySet<string>): string[] =>
    fields.filter((field) => !judge.isFilled(field, where, given)).map(({ name }) => name);
  const replied = new Set(replies.flatMap(({ declarations }) => declarations));
  const saidIn = (where: RegExp) => wordsInCode(program, where);
  return {
    'request not read': unread(requests, SERVER),
    'reply not filled': unfilled(
      replies.filter((field) => !canBeSet(field)),
      SERVER,
    ),
    'setting not read': unread(settings, OBEYING),
    'configuration not read': unread(configuration, NOT_THE_READER),
    'page configuration not filled': unfilled(page, SERVER),
    'page configuration not read': unread(page, BROWSER),
    'bridge parameter not read': unread(parameters, BROWSER),
    'bridge result not filled': unfilled(results, BROWSER, replied),
    // Excludes the generator of the Unity and Godot packages, which names every method.
    'method not offered': without(methods, saidIn(/^sdk\/(?!bindings\/)/).texts),
    'bridge event not emitted': without(events, saidIn(/^(portal|bridge)\//).texts),
    'analytics event not emitted': unread(numbers, NUMBERED),
    'call not made': notMade(program, declared),
  };
}

/** The fields that operators write, in documents or as settings of an adapter. */
function fieldsOfSettings(
  { root, project: { checker } }: Program,
  constant: (file: string, name: string) => Type,
): Field[] {
  const seen = new Set<string>();
  const documents = [
    ['contract/config.ts', 'PortalConfig'],
    // PortalConfig contains these in a library type without property names.
    ['contract/config.ts', 'InterfaceFlags'],
    ['contract/config.ts', 'AdapterOptions'],
    ['server/features/publishing/game-document.ts', 'GameDocument'],
    ['server/features/store/products-file.ts', 'ProductEntry'],
  ] as const;
  const manifests = Object.entries(MANIFESTS).flatMap(([family, file]) =>
    readdirSync(join(root, family))
      .filter((folder) => existsSync(join(root, family, folder, file)))
      .map((folder) => ({ name: `${family}/${folder}`, type: constant(`${family}/${folder}/${file}`, folder) })),
  );
  return [
    ...documents.flatMap(([file, name]) => fieldsOfSchema(checker, constant(file, name), name, seen)),
    ...manifests.flatMap(({ name, type }) => {
      const parts = partsOf(checker, type);
      const fields = (key: string): Field[] =>
        parts
          .filter((part) => part.name === key)
          .flatMap(({ type: schema }) => partsOf(checker, schema).find((part) => part.name === 'block')?.type ?? schema)
          .flatMap((schema) => fieldsOfSchema(checker, schema, name, new Set()));
      // Public settings are passed on under the same name and are checked there.
      const isPublic = new Set(['publicData', 'publicOptions'].flatMap(fields).map((field) => field.key));
      return fields('settings').filter((field) => !isPublic.has(field.key));
    }),
  ];
}

const MANIFESTS = { platforms: 'platform.ts', payments: 'provider.ts', identities: 'identity.ts' };

const asField = ({ name, declarations }: { name: string; declarations: readonly string[] }): Field => ({
  name,
  key: name,
  declarations,
  siblings: new Set(),
});

const without = (declared: readonly { name: string }[], said: ReadonlySet<string>): string[] =>
  declared.flatMap(({ name }) => (said.has(name) ? [] : [name]));

/** An adapter that consists of a manifest only does nothing yet, so its fields are not expected to be read. */
function isOfPlatformWithoutAdapter(root: string, { declarations }: Field): boolean {
  return declarations.every((each) => {
    const folder = /\/((?:platforms|payments|identities)\/\w+)\/(?:platform|provider|identity)\.ts:/.exec(each)?.[1];
    return folder !== undefined && !existsSync(join(root, folder, 'adapter.server.ts'));
  });
}

/** The calls that neither the portal nor an adapter's browser code makes and that no guide describes. */
function notMade(program: Program, calls: readonly DeclaredCall[]): string[] {
  const portal = wordsInCode(program, PORTAL).chains;
  const guides = readdirSync(join(program.root, 'docs/guides')).map((file) =>
    readFileSync(join(program.root, 'docs/guides', file), 'utf8'),
  );
  return calls.flatMap(({ name, path }) => {
    const [area = '', call = ''] = name.split('.');
    const adapter = new RegExp(`^(platforms|payments|identities)/${area}/.*\\.browser\\.`);
    const isMade =
      portal.has(name) ||
      portal.has(`calls.${call}`) ||
      wordsInCode(program, adapter).chains.has(`calls.${call}`) ||
      guides.some((text) => text.includes(path.replace(/\{.*$/, '')));
    return isMade ? [] : [name];
  });
}
