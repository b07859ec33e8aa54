// Import rules between folders, places where an adapter may be named, and the gateway for each dangerous primitive. The
// tables below are the rules; scripts/architecture/ applies them. The last tests add one violation per rule and expect
// it to be found.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { readSources, type SourceFile } from './scripts/architecture/read-sources.ts';
import {
  findAdapterNames,
  checkAreas,
  checkGateways,
  checkImports,
  checkLayers,
  checkAdapterNames,
  type Gateway,
  type ImportTable,
  type LayerTable,
  type RuleViolation,
} from './scripts/architecture/rules.ts';

const ANY = /./;
const ANYWHERE_OR_SERVER = /^(?!.*\.browser\.tsx?$)/;
const ANYWHERE_OR_BROWSER = /^(?!.*\.server\.ts$)/;
const REGISTRY = /\/registry\.ts$/;
// A port defines an adapter's interface; manifests are imported through their registry only.
const SERVER_ADAPTER = /\/(registry|port|port\.server)\.ts$|\/adapter\.server\.ts$/;
const BROWSER_ADAPTER = /\/(registry|port|port\.browser)\.ts$|\/adapter\.browser\.tsx?$/;
const PROTOCOL = /\/protocol\.ts$/;
const ADAPTERS =
  /\/(registry|port|port\.server|port\.browser|simulator-port\.(server|browser)|scenario)\.ts$|\/(adapter|simulator)\.(server|browser)\.tsx?$/;

const MAY_IMPORT: ImportTable = {
  model: {},
  kit: { model: ANY },
  bridge: { model: ANY },
  // Foreign SDKs are written on our SDK's types. The SDK itself is loaded beside them.
  compat: { bridge: ANY, sdk: /^sdk\/sdk\.ts$/ },
  platforms: { model: ANY, kit: ANY },
  payments: { model: ANY, kit: ANY },
  identities: { model: ANY, kit: ANY },
  contract: { model: ANY, compat: REGISTRY, platforms: REGISTRY, payments: REGISTRY, identities: REGISTRY },
  server: {
    model: ANYWHERE_OR_SERVER,
    // The server counts the bridge's methods and errors by name.
    bridge: PROTOCOL,
    contract: ANYWHERE_OR_SERVER,
    // Manifests are plain data, and what finds them in a build or an address is pure.
    compat: /^compat\/[\w-]+\.ts$/,
    platforms: SERVER_ADAPTER,
    payments: SERVER_ADAPTER,
    identities: SERVER_ADAPTER,
  },
  portal: {
    model: ANYWHERE_OR_BROWSER,
    contract: ANYWHERE_OR_BROWSER,
    bridge: ANYWHERE_OR_BROWSER,
    platforms: BROWSER_ADAPTER,
    payments: BROWSER_ADAPTER,
    identities: BROWSER_ADAPTER,
  },
  console: {
    model: ANYWHERE_OR_BROWSER,
    contract: ANYWHERE_OR_BROWSER,
    // Plugins of Vite that both builds use.
    portal: /^portal\/(compressed|dev-vite|virtual-tables)\.config\.ts$/,
  },
  sdk: { bridge: ANY },
  lab: {
    // Vite's dev servers, for npm run dev.
    portal: /\/dev-(portal|vite)\.config\.ts$/,
    console: /\/dev-console\.config\.ts$/,
    model: ANY,
    contract: ANY,
    bridge: ANY,
    server: ANY,
    platforms: ADAPTERS,
    payments: ADAPTERS,
    identities: ADAPTERS,
  },
  e2e: {
    // Texts by which the pictures' script finds buttons.
    console: /\/i18n\/\w+\.json$/,
    compat: ANY,
    scripts: ANY,
    model: ANY,
    contract: ANY,
    bridge: ANY,
    server: ANY,
    lab: ANY,
    platforms: ADAPTERS,
    payments: ADAPTERS,
    identities: ADAPTERS,
  },
  bench: {
    compat: ANY,
    sdk: ANY,
    scripts: ANY,
    model: ANY,
    contract: ANY,
    bridge: ANY,
    server: ANY,
    lab: ANY,
    platforms: ADAPTERS,
    payments: ADAPTERS,
    identities: ADAPTERS,
  },
  drills: {
    model: ANY,
    kit: ANY,
    contract: ANY,
    server: ANY,
    lab: ANY,
    scripts: ANY,
    platforms: ANY,
    payments: ADAPTERS,
    identities: ADAPTERS,
  },
  conformance: { portal: /^portal\/virtual-tables\.config\.ts$/ },
  // The model declares the supported browsers, for which scripts build and check.
  scripts: { model: ANY, compat: REGISTRY },
};

// Sibling areas must not import each other in both directions.
const AREA = /^(?:server\/features\/[\w-]+|portal\/(?:player|platform))(?=\/)/;

const PORTAL = /^portal\//;
const PORTAL_LAYERS: LayerTable = [
  [
    'services',
    /^portal\/([\w.-]+|(ads|analytics|captcha|checkout|debugging|documents|i18n|queries|reporting|sign-in)\/.+)$/,
  ],
  ['ui', /^portal\/ui\//],
  ['shell', /^portal\/(shell|platform|presence)\//],
  ['modals', /^portal\/(achievements|leaderboards|modals|purchase|push|quests|saves)\//],
  ['player', /^portal\/player\//],
  ['screens', /^portal\/(screens|pages)\//],
  [
    'program',
    /^portal\/(App|routes|main|entry\.server|render-in-browser|register-service-worker|service-worker|push-worker)\.tsx?$/,
  ],
];

const NOT_A_NAME: Readonly<Record<string, string>> = {
  email: 'an address is part of every account, whoever proves it',
  fxid: "the product's own name",
  kit: 'what the adapters of a family share',
};

const MAY_NAME: Readonly<Record<string, string>> = {
  'bridge/protocol.ts': "games call this method by CrazyGames' name; it is passed on as one native call",
  'bridge/schemas.ts': 'the schema of that method',
  'portal/screens/bank-card/bank-calls.ts': "the specification's page of one bank; no other file knows which",
};

const ON_THE_SERVER = /^server\/|^(model|kit|contract|bridge|platforms|payments|identities)\/(?!.*\.browser\.)/;
const IN_THE_PRODUCT = /^(?!scripts\/|e2e\/|bench\/|drills\/|conformance\/|[^/]*\.config\.ts$)/;
// A simulator acts as the vendor's server, which may call us and redirect freely.
const orSimulator = (path: string) =>
  new RegExp(`^${path}$|^kit/simulator-webhooks\\.server\\.ts$|/simulator[\\w.-]*\\.server\\.ts$`);

const GATEWAYS: readonly Gateway[] = [
  {
    rule: 'outgoing requests',
    pattern:
      /(?<![\w.]|async )((globalThis|window|self)\.)?fetch\(|\bhttps?2?\.(request|get)\(|from '(undici|axios|got|node-fetch)'/,
    within: ON_THE_SERVER,
    // The portal requests its own address, which only the operator sets.
    except: orSimulator('server/(http/safe-fetch|checking/probe-portal)\\.ts'),
    use: 'use safeFetch of server/http/safe-fetch.ts',
  },
  {
    rule: 'redirects',
    pattern: /\.redirect\(/,
    within: ON_THE_SERVER,
    except: orSimulator('server/http/safe-redirect\\.ts'),
    use: 'use safeRedirect of server/http/safe-redirect.ts',
  },
  {
    rule: 'leaving the page',
    pattern:
      /(?<!const )\blocation('\])?((\.(?!hash\b)|\[')\w+('\])?)? = (?!')|\blocation\.(assign|replace)\((?!')|(?<![\w.])(window|globalThis|self|top|parent)\.open\((?!')|\.openWindow\(/,
    within: IN_THE_PRODUCT,
    // A service worker has no page; it opens only addresses that the same function has checked. The third one runs in a
    // game's page, which may open windows itself, and opens web pages only.
    except: orSimulator('(portal/(go-to|push/handle-push-events)|compat/kit/open-link\\.browser)\\.ts'),
    use: 'use portal/go-to.ts, which checks the address by model/safe-destination.ts',
  },
  {
    rule: 'links from data',
    // Also links of the console's component library, unless they are rendered by its WebLink.
    pattern:
      /<(a|area|Anchor|[A-Z]\w+\.[A-Z]\w+)\s(?![^<]*component=\{WebLink\})[^<]*?\bhref=\{(?!`#)|<form\s[^<]*?\baction=\{|<(button|input)\s[^<]*?\bformAction=\{/,
    within: IN_THE_PRODUCT,
    except: /^(portal|console)\/ui\/WebLink\.tsx$/,
    use: 'use ui/WebLink.tsx of the portal or the console, or the Link of the router for own pages',
  },
  {
    rule: 'patterns from text',
    pattern: /\bRegExp\((?![/'])/,
    within: IN_THE_PRODUCT,
    // The backup reader's patterns are its own constants, the validator's are those of the bridge's schemas, and those of
    // foreign SDKs are the addresses in their manifests.
    except:
      /^model\/pattern\.ts$|^server\/db\/backup-file\.ts$|^bridge\/compile-validator\.ts$|^compat\/(resolve-script|find-foreign-sdks)\.ts$/,
    use: 'use model/pattern.ts: its engine takes linear time',
  },
  {
    rule: 'raw HTML',
    pattern: /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)\b/,
    within: ANY,
    // It writes no HTML: it makes React keep the server-rendered content.
    except: /^portal\/shell\/DeferUntilVisible\.tsx$/,
    use: 'build elements; Markdown goes through its one component',
  },
  {
    rule: 'environment',
    pattern: /(?<!readConfig\()\bprocess\.env\b|import \{[^}]*\benv\b[^}]*\} from '(node:)?process'/,
    within: IN_THE_PRODUCT,
    except: /^server\/config\.ts$/,
    use: 'take it from server/config.ts',
  },
  {
    rule: 'comparing secrets',
    pattern: /\btimingSafeEqual\b/,
    within: IN_THE_PRODUCT,
    except: /^(model|server\/http)\//,
    use: 'use the one comparer, which refuses empty secrets',
  },
  {
    rule: 'SQL from text',
    pattern: /\bsql\.raw\(|\.query(<[^(]*>)?\(\s*(`[^`]*\$\{|'[^']*' \+)/,
    within: IN_THE_PRODUCT,
    except: /^server\/db\//,
    use: 'use the query builder or the sql tag',
  },
  {
    rule: 'reading the clock',
    pattern: /\bnew Date\(\)|(?<!new )\bDate\(|\bDate\.now\b|\bTemporal\.Now\b/,
    within: ON_THE_SERVER,
    // The entry points of a process (the server and commands), and pages with a script for the browser.
    except: /^server\/(run-until-signal|db\/run-command|http\/outage-page|games\/cookies-page)\.ts$|simulat/,
    use: 'take the time as a parameter, or leave it to now() of the database; durations are of performance.now()',
  },
];

const sources = readSources(import.meta.dirname);
const names = findAdapterNames(sources).filter((name) => !(name in NOT_A_NAME));

describe('the project', () => {
  it('is read at all', () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(names.length).toBeGreaterThan(20);
    const folders = new Set(sources.map(({ path }) => path.split('/')[0]));
    for (const folder of ['model', 'kit', 'contract', 'platforms', 'payments', 'identities', 'server', 'portal']) {
      expect(folders).toContain(folder);
    }
  });

  it('imports only in the directions of the table', () => {
    expect(list(sources.flatMap((source) => checkImports(source, MAY_IMPORT)))).toEqual([]);
  });

  it('has no two areas that import each other', () => {
    expect(list(checkAreas(sources, AREA))).toEqual([]);
  });

  it('imports only from left to right between the layers of the portal', () => {
    expect(list(sources.flatMap((source) => checkLayers(source, PORTAL_LAYERS, PORTAL)))).toEqual([]);
  });

  it('names no adapter in the core, except where the table says why', () => {
    const found = sources.filter((source) => checkAdapterNames(source, names).length > 0);
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(MAY_NAME));
  });

  it('uses each dangerous primitive only in its gateway', () => {
    expect(list(sources.flatMap((source) => checkGateways(source, GATEWAYS)))).toEqual([]);
  });
});

describe('the rules find', () => {
  const read = (files: Readonly<Record<string, string>>): SourceFile[] =>
    Object.entries(files).map(([path, text]) => ({ path, text }));

  it('two features that import each other, by different files', () => {
    const files = {
      'server/features/a/one.ts': `import { two } from '#server/features/b/two.ts';`,
      'server/features/b/c/three.ts': `import type { Four } from '#server/features/a/four.ts';`,
    };
    expect(checkAreas(read(files), AREA)).toHaveLength(1);
  });

  it('no two features where one imports the other in a test or on demand', () => {
    const files = {
      'server/features/a/one.ts': `import { two } from '#server/features/b/two.ts';`,
      'server/features/b/two.ts': `export const one = () => import('#server/features/a/one.ts');`,
      'server/features/b/two.test.ts': `import { one } from '#server/features/a/one.ts';`,
    };
    expect(checkAreas(read(files), AREA)).toEqual([]);
  });

  const imports: [what: string, path: string, text: string, rule: string][] = [
    ['the model importing the contract', 'model/a.ts', `import { b } from '#contract/b.ts';`, 'direction'],
    ['a type import in the wrong direction', 'model/a.ts', `import type { B } from '#contract/b.ts';`, 'direction'],
    ['a re-export in the wrong direction', 'model/a.ts', `export * from '#server/b.ts';`, 'direction'],
    ['an import type', 'model/a.ts', `export type B = import('#server/b.ts').B;`, 'direction'],
    [
      'a dynamic import made of parts',
      'server/a.ts',
      'export const a = (n: string) => import(`#portal/${n}.ts`);',
      'direction',
    ],
    ['the server importing the lab', 'server/a.ts', `import { b } from '#lab/b.ts';`, 'direction'],
    ['the server importing the portal', 'server/a.ts', `import { b } from '#portal/b.ts';`, 'direction'],
    [
      'the server importing a browser adapter',
      'server/a.ts',
      `import { b } from '#platforms/x/adapter.browser.ts';`,
      'direction',
    ],
    [
      'the server importing a manifest past the registry',
      'server/a.ts',
      `import { b } from '#platforms/x/platform.ts';`,
      'direction',
    ],
    [
      'the portal importing a server adapter',
      'portal/a.ts',
      `import { b } from '#platforms/x/adapter.server.ts';`,
      'direction',
    ],
    ['an adapter importing the contract', 'platforms/x/a.ts', `import { b } from '#contract/b.ts';`, 'direction'],
    ['an adapter importing another family', 'platforms/x/a.ts', `import { b } from '#payments/port.ts';`, 'direction'],
    ['the kit importing an adapter', 'kit/a.ts', `import { b } from '#payments/port.ts';`, 'direction'],
    ['the server importing the kit', 'server/a.ts', `import { b } from '#kit/build-refusal.ts';`, 'direction'],
    ['an adapter importing a sibling', 'platforms/x/a.ts', `import { b } from '../y/platform.ts';`, 'direction'],
    ['the way round the # spelling', 'server/features/a.ts', `import { b } from '../../model/b.ts';`, 'spelling'],
    ['a simulator in the server', 'server/a.ts', `import { b } from '#platforms/x/simulator.server.ts';`, 'simulator'],
    [
      'a simulator in its adapter',
      'platforms/x/adapter.server.ts',
      `import { b } from './simulator.server.ts';`,
      'simulator',
    ],
  ];
  it.each(imports)('%s', (_, path, text, rule) => {
    expect(checkImports({ path, text }, MAY_IMPORT).map((violation) => violation.rule)).toContain(rule);
  });

  const layers: [what: string, path: string, text: string][] = [
    ['a component importing the shell', 'portal/ui/A.tsx', `import { b } from '#portal/shell/b.ts';`],
    ['the shell importing a modal', 'portal/shell/a.ts', `import type { B } from '#portal/modals/b/B.tsx';`],
    ['the shell loading a modal', 'portal/shell/a.ts', `export const b = () => import('#portal/push/PushModal.tsx');`],
    ['a modal importing the player', 'portal/modals/a/A.tsx', `import { b } from '#portal/player/b.ts';`],
    ['the player importing a screen', 'portal/player/a.ts', `import { b } from '../screens/b/B.tsx';`],
    ['a service importing a component', 'portal/queries/a.ts', `import { b } from '#portal/ui/B.tsx';`],
    ['a screen importing the routes', 'portal/screens/a/A.tsx', `import { b } from '#portal/routes.tsx';`],
    ['a folder of no layer', 'portal/other/a.ts', 'export const a = 1;'],
  ];
  it.each(layers)('%s', (_, path, text) => {
    expect(checkLayers({ path, text }, PORTAL_LAYERS, PORTAL).map(({ rule }) => rule)).toEqual(['layer']);
  });

  const gateways: [what: string, path: string, text: string, rule: string][] = [
    ['fetch', 'server/a.ts', `await fetch('https://example.org');`, 'outgoing requests'],
    ['fetch of the global object', 'payments/x/adapter.server.ts', `await globalThis.fetch('/');`, 'outgoing requests'],
    ['another HTTP client', 'server/a.ts', `import { request } from 'undici';`, 'outgoing requests'],
    ['https.request', 'server/a.ts', `https.request('https://example.org');`, 'outgoing requests'],
    ['a raw redirect', 'server/features/a.ts', 'reply.code(302).redirect(url);', 'redirects'],
    ['a location given an address', 'portal/a.ts', 'location = address;', 'leaving the page'],
    ["a window's location given an address", 'portal/a.ts', 'window.location = address;', 'leaving the page'],
    ['the address of a location', 'portal/a.ts', 'window.location.href = address;', 'leaving the page'],
    [
      'the address of a location in quotes',
      'portal/a.ts',
      `document['location']['href'] = address;`,
      'leaving the page',
    ],
    ['the path of a location', 'lab/a.ts', 'location.pathname = path;', 'leaving the page'],
    ['location.assign', 'portal/a.ts', 'location.assign(location.pathname);', 'leaving the page'],
    [
      'location.replace of a frame',
      'bridge/a.ts',
      'frame.contentWindow?.location.replace(address);',
      'leaving the page',
    ],
    ['window.open', 'identities/x/adapter.browser.ts', `window.open(url, '_blank');`, 'leaving the page'],
    ['a window of a service worker', 'portal/a.ts', 'clients.openWindow(url);', 'leaving the page'],
    ['a link from data', 'portal/A.tsx', 'export const A = () => <a href={url}>x</a>;', 'links from data'],
    [
      'a link of a library',
      'console/A.tsx',
      'export const A = () => <Anchor href={url}>x</Anchor>;',
      'links from data',
    ],
    [
      'a menu item',
      'console/A.tsx',
      'export const A = () => <Menu.Item component="a" href={url} />;',
      'links from data',
    ],
    ['a form from data', 'portal/A.tsx', 'export const A = () => <form action={url} />;', 'links from data'],
    ['a pattern from text', 'portal/a.ts', 'new RegExp(rule);', 'patterns from text'],
    ['a pattern from text without new', 'server/a.ts', 'RegExp(rule);', 'patterns from text'],
    ['innerHTML', 'portal/a.ts', 'element.innerHTML = text;', 'raw HTML'],
    ['innerHTML in quotes', 'portal/a.ts', `element['innerHTML'] = text;`, 'raw HTML'],
    [
      'dangerouslySetInnerHTML',
      'portal/A.tsx',
      'export const A = () => <p dangerouslySetInnerHTML={{ __html: x }} />;',
      'raw HTML',
    ],
    ['dangerouslySetInnerHTML as a property', 'portal/a.ts', 'h({ dangerouslySetInnerHTML: x });', 'raw HTML'],
    ['the environment', 'server/main.ts', `const a = process.env['A'];`, 'environment'],
    [
      'the environment by import',
      'platforms/x/adapter.server.ts',
      `import { env } from 'node:process';`,
      'environment',
    ],
    ['an own comparison of secrets', 'payments/x/adapter.server.ts', 'timingSafeEqual(a, b);', 'comparing secrets'],
    ['sql.raw', 'server/features/a.ts', 'sql.raw(order);', 'SQL from text'],
    ['a query with parts', 'server/features/a.ts', 'await pool.query(`select ${column} from t`);', 'SQL from text'],
    ['a typed query with parts', 'server/features/a.ts', 'pool.query<Row>(`select ${a}`);', 'SQL from text'],
    ['a query by addition', 'server/features/a.ts', `await pool.query('select ' + column);`, 'SQL from text'],
    ['a date of this moment', 'server/features/a.ts', 'const at = new Date();', 'reading the clock'],
    ['the clock as a default', 'server/a.ts', 'export function a({ now = Date.now }) {}', 'reading the clock'],
    ['the moment as text', 'payments/x/adapter.server.ts', 'const at = Date();', 'reading the clock'],
    ['another clock', 'server/features/a.ts', 'const at = Temporal.Now.instant();', 'reading the clock'],
  ];
  it.each(gateways)('%s', (_, path, text, rule) => {
    expect(checkGateways({ path, text }, GATEWAYS).map((violation) => violation.rule)).toEqual([rule]);
  });

  it.each(['sendCrazyGamesSdk', 'crazygames', 'CRAZY_GAMES', '"CrazyGames"', 'crazy_games'])(
    'an adapter named as %s',
    (text) => {
      expect(checkAdapterNames({ path: 'portal/a.ts', text }, ['crazygames'])).toHaveLength(1);
    },
  );

  it('the name of every adapter folder and manifest', () => {
    const manifest: SourceFile = {
      path: 'payments/gold/provider.ts',
      text: `export const gold = provider({\n  id: 'GoldPay',\n});`,
    };
    expect(findAdapterNames([manifest, { path: 'payments/port.ts', text: '' }])).toEqual(['gold', 'goldpay']);
  });

  it('a file that does not parse', () => {
    expect(() => checkImports({ path: 'model/a.ts', text: 'export const =' }, MAY_IMPORT)).toThrow(
      'model/a.ts does not parse',
    );
  });
});

describe('the rules let pass', () => {
  const innocent: [what: string, path: string, text: string][] = [
    ['an import within a folder', 'model/a.ts', `import { b } from './b.ts';`],
    ['an import of a layer to the left', 'portal/screens/a/A.tsx', `import { b } from '#portal/ui/B.tsx';`],
    [
      'an import of the same layer',
      'portal/modals/registry.ts',
      `export const a = () => import('#portal/push/A.tsx');`,
    ],
    [
      'a port and the model',
      'platforms/x/platform.ts',
      `import { p } from '../port.ts'; import { b } from '#model/b.ts';`,
    ],
    [
      'an adapter loaded by convention',
      'server/a.ts',
      'export const a = (n: string) => import(`#platforms/${n}/adapter.server.ts`);',
    ],
    ['a simulator in a test', 'platforms/x/adapter.server.test.ts', `import { s } from './simulator.server.ts';`],
    ['the gateways themselves', 'server/http/safe-fetch.ts', `await fetch('https://example.org');`],
    ['a name or primitive in a comment', 'portal/a.ts', '// crazyGames, innerHTML, process.env\nexport const a = 1;'],
    ['a word that holds a name by accident', 'portal/a.ts', 'export const striped = true;'],
    ['a process but not its environment', 'server/a.ts', `import { pid } from 'node:process'; process.kill(pid);`],
    ['the environment handed to its reader', 'server/main.ts', 'const config = readConfig(process.env);'],
    ['an empty window', 'portal/a.ts', `window.open('about:blank'); frame.location.replace('about:blank');`],
    [
      'a place on the page',
      'portal/A.tsx',
      'export const A = () => <a href={`#${id}`} onClick={() => open(id)}>x</a>;',
    ],
    ['a text that is replaced', 'portal/a.ts', `location.href.replace(/a/, b); location.hash = c; text.replace(d, e);`],
    ['a date of something', 'server/a.ts', 'const at = new Date(text); const took = performance.now() - begun;'],
    ['a constant pattern and query', 'server/a.ts', `/a/.test(x); await pool.query('select 1');`],
  ];
  it.each(innocent)('%s', (_, path, text) => {
    const source = { path, text };
    const found = [
      ...checkImports(source, MAY_IMPORT),
      ...checkLayers(source, PORTAL_LAYERS, PORTAL),
      ...checkAdapterNames(source, ['crazygames', 'stripe']),
      ...checkGateways(source, GATEWAYS),
    ];
    expect(list(found)).toEqual([]);
  });
});

function list(violations: readonly RuleViolation[]): string[] {
  return violations.map(({ path, rule, what }) => `${path} (${rule}): ${what}`);
}

describe('ARCHITECTURE.md', () => {
  const root = import.meta.dirname;
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const foldersIn = (path: string): string[] =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  const rowsUnder = (heading: string): string[] => {
    const [, section = ''] = text.split(`\n## ${heading}\n`);
    return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name);
  };

  it('lists every server feature and every portal folder', () => {
    expect(rowsUnder('Server features')).toEqual(foldersIn('server/features'));
    expect(rowsUnder('Portal folders')).toEqual(foldersIn('portal'));
    expect(rowsUnder('Console folders')).toEqual(foldersIn('console'));
  });

  it('names only files that exist', () => {
    const files = globSync(
      [
        '*.ts',
        '{bridge,console,contract,docs,identities,kit,model,payments,platforms,portal,server}/**/*.{ts,tsx,md,json}',
      ],
      {
        cwd: root,
      },
    );
    const paths = files.map((path) => `/${path.replaceAll('\\', '/')}`);
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json))`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(30);
    // Names without a folder match too. The two exceptions are suffixes, not files.
    expect(named.filter((path) => !paths.some((each) => each.endsWith(`/${path}`)))).toEqual([
      '.browser.ts',
      '.server.ts',
    ]);
  });
});
