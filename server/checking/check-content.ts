// Checks what a portal needs before it opens: a game, legal documents, contact details, a payment method if it sells,
// and valid web push keys.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { documentTitles } from '#server/features/documents/document-titles.ts';
import { loadProviders } from '#server/features/orders/providers/load-providers.ts';
import { findPushKeyError } from '#server/features/push/find-push-key-error.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { okFinding, problemFinding, warningFinding, type Finding, type SetupFinding } from './finding.ts';

export async function checkDocuments({ kysely }: Database): Promise<SetupFinding[]> {
  const rows = await kysely
    .selectFrom('documents')
    .innerJoin('document_versions', 'document_versions.document_id', 'documents.document_id')
    .select('documents.type')
    .distinct()
    .where('documents.game', 'is', null)
    .where('documents.is_active', '=', true)
    .execute();
  const there = new Set(rows.map(({ type }) => type));
  const missing = (['TOS', 'PP'] as const).filter((type) => !there.has(type));
  if (missing.length === 0) return [okFinding('Terms of Service and Privacy Policy are published')];
  return missing.map((type) => ({
    ...problemFinding(
      `the portal has no ${documentTitles[type]}`,
      `Add it: npm run documents -- add ${type.toLowerCase()} <Markdown file or https address>`,
    ),
    code: type === 'TOS' ? 'NoTerms' : 'NoPrivacyPolicy',
  }));
}

export async function checkGames({ kysely }: Database): Promise<SetupFinding[]> {
  const { count } = await kysely
    .selectFrom('games')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('published', '=', true)
    .executeTakeFirstOrThrow();
  if (count === 0)
    return [
      {
        ...warningFinding('there are no games', 'Add one: npm run games -- add <game> <folder or https address>'),
        code: 'NoGames',
      },
    ];
  const empty = await listGamesWithoutFiles(kysely);
  if (empty.length === 0) return [okFinding(`${count} games`)];
  const games = empty.slice(0, maxNamed);
  const [first = ''] = games;
  const more = empty.length > maxNamed ? ` and ${empty.length - maxNamed} more` : '';
  return [
    {
      ...warningFinding(
        `${games.join(', ')}${more} can't be played: no files and no external address`,
        `Add the files: npm run games -- add ${first} <folder>`,
      ),
      code: 'GamesWithoutFiles',
      games,
    },
  ];
}

const maxNamed = 5;

async function listGamesWithoutFiles(kysely: Database['kysely']): Promise<string[]> {
  const rows = await kysely
    .selectFrom('games')
    .select('game')
    .where('published', '=', true)
    .where(sql<boolean>`config -> 'Url' is null`)
    .where(sql<boolean>`not exists (select from builds where builds.game = games.game)`)
    .orderBy('position')
    .orderBy('game')
    .execute();
  return rows.map(({ game }) => game);
}

/** Players must be able to see who operates the portal. */
export async function checkLegalContacts({ kysely }: Database): Promise<SetupFinding[]> {
  const [portal] = await kysely.selectFrom('portal').select('config').execute();
  const contacts = Object.values(portal?.config.LegalContacts ?? {});
  if (contacts.some(({ Email }) => Email !== undefined))
    return [okFinding("the portal's legal contact has an address")];
  return [
    {
      ...warningFinding(
        'the portal has no legal contact with an address',
        'Add LegalContacts to portal.json in a content folder: npm run content -- pull <folder>, then push it',
      ),
      code: 'NoLegalContact',
    },
  ];
}

export async function checkPayments({ kysely }: Database, settings: AdapterSettings): Promise<SetupFinding[]> {
  const { products } = await kysely
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('products'))
    .executeTakeFirstOrThrow();
  const rows = await kysely.selectFrom('adapter_settings').select(['family', 'adapter', 'game']).execute();
  const ways: string[] = [];
  for (const { family, folder, manifest } of await loadProviders())
    for (const { game } of rows.filter((row) => row.family === family && row.adapter === folder)) {
      const isSetUp = manifest.settings && (await settings.read(family, folder, manifest.settings, game ?? undefined));
      if (isSetUp) ways.push(game === null ? folder : `${folder} (${game})`);
    }
  if (ways.length > 0) return [okFinding(`${ways.join(', ')}; ${products} products`)];
  const remedy = 'Set up a provider: npm run settings -- payments/<provider> < settings.json';
  if (products > 0) {
    const finding = problemFinding(`there are ${products} products but no payment provider`, remedy);
    return [{ ...finding, code: 'ProductsWithoutProvider' }];
  }
  return [
    { ...warningFinding('nothing is for sale, and there is no payment provider', remedy), code: 'NoPaymentProvider' },
  ];
}

/** Of the portal and its games. Commands validate keys now; an older release accepted any text. */
export async function checkPushKeys({ kysely }: Database): Promise<Finding[]> {
  const portals = await kysely.selectFrom('portal').select('config').execute();
  const games = await kysely.selectFrom('games').select(['game', 'config']).orderBy('game').execute();
  const named = [
    ...portals.map(({ config }) => ({ whose: 'the portal', command: 'settings -- portal', words: '', config })),
    ...games.map(({ game, config }) => ({ whose: game, command: `games -- set ${game}`, words: ` ${game}`, config })),
  ].filter(({ config }) => config.WebPushPublicKey !== undefined);
  const wrong = named.flatMap(({ whose, command, config }) => {
    const why = findPushKeyError(config.WebPushPublicKey);
    return why === undefined
      ? []
      : [problemFinding(`WebPushPublicKey of ${whose} ${why}`, `Set it: npm run ${command} < config.json`)];
  });
  if (wrong.length > 0) return wrong;
  const pairs = await kysely.selectFrom('push_keys').select('public_key').execute();
  const lonely = named.filter(({ config }) => !pairs.some((each) => each.public_key === config.WebPushPublicKey));
  const toImport = lonely.map(({ whose, words, config: { WebPushPublicKey: key = '' } }) =>
    problemFinding(
      `the private key for the WebPushPublicKey of ${whose} is missing, so messages can't be sent`,
      `Import it: npm run push -- import ${key}${words}, with the private key on standard input`,
    ),
  );
  if (toImport.length > 0) return toImport;
  return [
    okFinding(
      named.length === 0
        ? 'the portal creates its own key'
        : `the key of ${named.map(({ whose }) => whose).join(', ')}`,
    ),
  ];
}
