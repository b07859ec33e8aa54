// Writes every hostile text into every table whose texts are displayed. It bypasses the schemas, which would reject
// some of them.
import { demoAccountId } from '#lab/demo/insert-demo-content.ts';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import type { LabServer } from './lab-server.ts';

/** The demo player whose profile, friends and requests contain the texts. */
export const playerWithHostileTexts = 'Ada';

const all = hostileTexts.join('\n\n');
/** Short enough for a name; would run in HTML, in an attribute and in a script. */
const name = `'"></script><img src=x onerror=hostile()>`;

export async function fillWithHostileTexts({ dataDir }: Pick<LabServer, 'dataDir'>): Promise<void> {
  const account = demoAccountId(playerWithHostileTexts);
  await withSingleConnection(buildEmbeddedConnection(dataDir), async (db) => {
    for (const [text, values] of statements(account)) await db.query(text, [...values]);
  });
}

type Statement = readonly [text: string, values: readonly unknown[]];

const each = 'unnest($1::text[]) with ordinality as given(words, n)';
const english = (words: string) => `jsonb_build_object('en', ${words})`;

const statements = (account: string): readonly Statement[] => [
  [
    `insert into games (game, position, config)
     select 'hostile-' || n, 100 + n, config || jsonb_build_object('GameSystemName', 'hostile-' || n, 'StorePage',
       config->'StorePage' || jsonb_build_object('Title', ${english('left(words, 100)')}, 'Tagline', ${english('left(words, 200)')},
       'Description', ${english('left(words, 4000)')}, 'Controls', ${english('left(words, 1000)')}, 'System', ${english('left(words, 1000)')},
       'Genre', left(words, 40), 'Tags', jsonb_build_array(left(words, 40))))
     from games, ${each} where game = 'gem-miner'`,
    [hostileTexts],
  ],
  [
    `insert into products (game, sku, position, product_type, names, descriptions, labels, category, image_url)
     select 'gem-miner', 'hostile.' || n, 100 + n, 'Consumable', ${english('left(words, 200)')}, ${english('left(words, 2000)')},
       array[left(words, 40)], ${english('left(words, 60)')}, '/art/wide.svg' from ${each}`,
    [hostileTexts],
  ],
  [
    `insert into product_prices (game, sku, currency, price_minor)
     select 'gem-miner', 'hostile.' || n, 'USD', 100 from ${each}`,
    [hostileTexts],
  ],
  [
    `insert into news (news_id, game, priority, messages, link, tags, created_at)
     select gen_random_uuid(), case when n % 2 = 0 then 'gem-miner' end, 'Info',
       jsonb_build_array(jsonb_build_object('Locale', 'en', 'Header', left(words, 200), 'Message', left(words, 10000))),
       '/Games', array[left(words, 40)], now() - n * interval '1 second' from ${each}`,
    [hostileTexts],
  ],
  [
    `insert into document_versions (version_id, document_id, number, content)
     select gen_random_uuid(), document_id, 1000, jsonb_build_object('Value', $1::text, 'ContentType',
       case type when 'TOS' then 'Markdown' else 'Html' end) from documents`,
    [all],
  ],
  [
    `insert into accounts (account_id, name) select md5('hostile ' || n)::uuid, left(words, 80) from ${each}`,
    [hostileTexts],
  ],
  [
    `insert into friends (account_id, friend_account_id)
     select $2::uuid, md5('hostile ' || n)::uuid from ${each} where n % 3 = 0
     union all select md5('hostile ' || n)::uuid, $2::uuid from ${each} where n % 3 = 0`,
    [hostileTexts, account],
  ],
  [
    `insert into player_statuses (account_id, game, status)
     select md5('hostile ' || n)::uuid, 'gem-miner', left(words, 200) from ${each} where n % 3 = 0`,
    [hostileTexts],
  ],
  [
    `insert into friend_invites (account_id, friend_account_id, game, message)
     select md5('hostile ' || n)::uuid, $2::uuid, 'hostile-' || n, left(words, 200) from ${each} where n % 3 = 0`,
    [hostileTexts, account],
  ],
  [
    `insert into friend_requests (request_id, account_id, friend_account_id)
     select gen_random_uuid(), md5('hostile ' || n)::uuid, $2::uuid from ${each} where n % 3 = 1`,
    [hostileTexts, account],
  ],
  [
    `insert into friend_blocks (block_id, account_id, blocked_account_id)
     select gen_random_uuid(), $2::uuid, md5('hostile ' || n)::uuid from ${each} where n % 3 = 2`,
    [hostileTexts, account],
  ],
  [
    `insert into support_messages (ticket_id, account_id, email, message, locale)
     select 'HOSTILE-' || n, $2::uuid, 'ada@example.org', left(words, 5000), 'en' from ${each}`,
    [hostileTexts, account],
  ],
  [
    `insert into support_replies (ticket_id, email, by_support, author, message)
     select 'HOSTILE-' || n, 'ada@example.org', true, left(words, 60), left(words, 5000) from ${each}`,
    [hostileTexts],
  ],
  [
    `insert into reviews (account_id, game, rating, text) values ($1, 'gem-miner', 5, left($2, 1000))
     on conflict (account_id, game) do update set text = excluded.text`,
    [account, all],
  ],
  [`update sessions set user_agent = $2 where account_id = $1`, [account, all.slice(0, 400)]],
  [`update accounts set name = $2 where account_id = $1`, [account, name]],
  [
    `update portal set config = config || jsonb_build_object('Announcement', ${english('left($1, 500)')}, 'CompanyBranding',
       config->'CompanyBranding' || jsonb_build_object('Name', $2::text), 'LegalContacts', jsonb_build_object('en',
       jsonb_build_object('CompanyName', $2::text, 'Address', left($1, 500), 'Email', $2::text)))`,
    [all, name],
  ],
];
