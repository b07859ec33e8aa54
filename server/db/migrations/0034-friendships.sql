-- compatible-with-previous: yes
-- How players become friends and stop being it, links that invite, who may be found by name, and who is here at the moment.

-- Whether others may find the player by his name.
alter table accounts add column findable boolean not null default false;

-- A request stays while it could be sent again: whoever declined it is not asked anew, and its sender cannot tell.
create table friend_requests (
  request_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  friend_account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  declined_at timestamptz,
  withdrawn_at timestamptz,
  unique (account_id, friend_account_id),
  check (account_id <> friend_account_id)
);
create index friend_requests_by_friend on friend_requests (friend_account_id, created_at desc);
create index friend_requests_by_age on friend_requests (created_at);

create table friend_blocks (
  block_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  blocked_account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  unique (account_id, blocked_account_id),
  check (account_id <> blocked_account_id)
);
create index friend_blocks_by_blocked on friend_blocks (blocked_account_id);

-- A link by which others become friends of its maker. Only the SHA-256 of its token is kept.
create table friend_links (
  link_id uuid primary key,
  token_hash bytea not null unique,
  account_id uuid not null references accounts on delete cascade,
  game text references games on delete cascade,
  -- `link` goes to whoever its maker likes, `mail` to one address.
  way text not null check (way in ('link', 'mail')),
  most_uses integer not null check (most_uses > 0),
  uses integer not null default 0 check (uses <= most_uses),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index friend_links_of_account on friend_links (account_id, created_at desc);
create index friend_links_by_age on friend_links (expires_at);
create index friend_links_by_game on friend_links (game) where game is not null;

-- Nobody uses a link twice: whoever was removed does not come back by it.
create table friend_link_uses (
  link_id uuid not null references friend_links on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  used_at timestamptz not null default now(),
  primary key (link_id, account_id)
);
create index friend_link_uses_of_account on friend_link_uses (account_id);

-- How often somebody looked for names on a day.
create table friend_searches (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  searches integer not null,
  primary key (account_id, day)
);
create index friend_searches_by_age on friend_searches (day);

-- Which identities of players a platform has named as friends of an account; it counts when both sides were named.
create table platform_friends (
  account_id uuid not null references accounts on delete cascade,
  friend_identity_id uuid not null references social_identities on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (account_id, friend_identity_id)
);
create index platform_friends_by_identity on platform_friends (friend_identity_id);
create index platform_friends_by_age on platform_friends (seen_at);

-- Who is here: one row for each connection, or for each session that asks now and then. Both may be lost at any time: nodes write
-- theirs again. A node that has not been heard of for a while takes its players with it.
create unlogged table presence_nodes (
  node_id uuid primary key,
  seen_at timestamptz not null default now()
);
create unlogged table presences (
  connection_id uuid primary key,
  node_id uuid references presence_nodes on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  game text,
  since timestamptz not null default now(),
  -- For whoever asks now and then.
  expires_at timestamptz
);
create index presences_of_account on presences (account_id);
create index presences_of_node on presences (node_id);

alter table mail_limit_events drop constraint mail_limit_events_kind_check;
alter table mail_limit_events add constraint mail_limit_events_kind_check
  check (kind in ('link', 'receipt', 'support', 'wrong digits', 'invitation'));
