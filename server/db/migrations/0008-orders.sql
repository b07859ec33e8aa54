-- Money: orders with the attempts to pay them, what providers proved, what games were told, and what was done about it.
--
-- Rows here are only ever added, and the status of an order follows from them: the same facts in any order end in the same
-- status. Nothing of it goes with an account: books outlive their players, who are forgotten in them.

alter table products
  -- What it is shown among, in each language; empty: nothing.
  add column category jsonb not null default '{}',
  -- What stands for it where a platform sells only from a fixed price list: sku and how many.
  add column tiers jsonb not null default '[]',
  -- What it cost before, in per cent of the price; 100 and less: it is no sale.
  add column was_percent integer not null default 100 check (was_percent between 1 and 1000);

-- A price for one country instead of the currency's own.
create table product_country_prices (
  game text not null,
  sku text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  country text not null check (country ~ '^[A-Z]{3}$'),
  price_minor bigint not null check (price_minor >= 0),
  primary key (game, sku, currency, country),
  foreign key (game, sku) references products on delete cascade
);

-- What one unit of a currency is worth in US dollars, for products that have no price in them.
create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  usd_per_unit numeric not null check (usd_per_unit > 0),
  updated_at timestamptz not null default now()
);

create table orders (
  order_id uuid primary key,
  -- Absent: the account was erased.
  account_id uuid references accounts on delete set null,
  game text not null references games on delete restrict,
  -- The player in the game, when it was ordered: that is who gets it.
  game_uid text not null,
  platform text not null,
  -- What was ordered, as it was then: sku, quantity, names, picture, payload.
  product jsonb not null,
  sku text not null,
  quantity integer not null check (quantity > 0),
  price_minor bigint not null check (price_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  usd_minor bigint not null check (usd_minor >= 0),
  country text check (country ~ '^[A-Z]{3}$'),
  status text not null default 'Created'
    check (status in ('Created', 'WaitingForPayment', 'PayedWaitingForSending', 'Completed', 'Cancelled', 'CancelledPaid')),
  developer_payload text,
  success_url text,
  failure_url text,
  -- E-mail address and telephone number for receipts, sealed.
  sealed_personal_info bytea,
  -- What the buyer's browser believes. Nothing rests on it.
  client_hint text check (client_hint in ('Completed', 'Cancelled')),
  client_hint_at timestamptz,
  -- Made from the account and a key of the caller's choice, so that creating again finds the same.
  idempotency_hash bytea unique,
  -- Begun by an address and not in the portal: until then whoever holds the order's id may give what a receipt needs.
  continues_until timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set by the job that has looked for the last time and found no money.
  expired_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz
);
create index orders_by_account on orders (account_id, created_at desc);
create index orders_by_game on orders (game, created_at desc);

create table payment_attempts (
  attempt_id uuid primary key,
  order_id uuid not null references orders on delete restrict,
  number integer not null check (number > 0),
  provider text not null,
  -- `creating`: the provider was asked and has not answered. What was paid is in the ledger.
  state text not null default 'creating' check (state in ('creating', 'open', 'failed', 'expired')),
  -- Stays what it was first, whatever later notices say.
  provider_payment_id text,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- What the provider was asked, sealed, until it has answered: asked again, it must be asked the same.
  sealed_request bytea,
  -- What the browser needs to pay, sealed: the answer to the same call made again.
  sealed_reply bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  checks integer not null default 0,
  checked_at timestamptz,
  unique (order_id, number),
  unique (provider, provider_payment_id)
);

-- What providers proved about money. One row for each thing that happened there.
create table ledger (
  provider text not null,
  -- The provider's id of the charge, the refund or the dispute.
  transaction_id text not null,
  kind text not null check (kind in ('charged', 'refunded', 'refund-failed', 'disputed', 'dispute-lost', 'dispute-won')),
  order_id uuid not null references orders on delete restrict,
  attempt_id uuid not null references payment_attempts on delete restrict,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- A refund of money that was paid twice or too late: it undoes nothing.
  of_extra boolean not null default false,
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (provider, transaction_id, kind)
);
create index ledger_by_order on ledger (order_id);

-- Notices of providers that were dealt with: each counts once.
create table payment_inbox (
  provider text not null,
  dedup_key text not null,
  order_id uuid references orders on delete restrict,
  outcome text not null check (outcome in ('applied', 'no change', 'anomaly', 'quarantined')),
  -- What was proved, for whoever looks into an anomaly. No card and no name is in it.
  event jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, dedup_key)
);
create index payment_inbox_by_age on payment_inbox (received_at);

-- Money that has to go back. Asked for in the transaction that finds it, sent by a job.
create table refunds (
  refund_id uuid primary key,
  order_id uuid not null references orders on delete restrict,
  attempt_id uuid not null references payment_attempts on delete restrict,
  -- The charge that it goes back from.
  transaction_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null check (reason in ('extra', 'undone', 'undeliverable', 'operator')),
  state text not null default 'requested' check (state in ('requested', 'sent', 'done', 'refused')),
  provider_refund_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index refunds_once on refunds (attempt_id, transaction_id, reason) where state <> 'refused';
create index refunds_by_order on refunds (order_id);

-- What a game has to be told. An order has at most one of each type, and a delivery keeps its id however often it is sent.
create table deliveries (
  delivery_id uuid primary key,
  order_id uuid not null references orders on delete restrict,
  game text not null references games on delete restrict,
  type text not null check (type in ('order.paid', 'order.revoked')),
  payload jsonb not null,
  -- `dropped`: the money went back before anything was sent. `dead`: given up until somebody replays it.
  state text not null default 'pending' check (state in ('pending', 'acknowledged', 'dead', 'dropped')),
  -- How often it was sent.
  attempts integer not null default 0,
  -- How often in a row nobody took it: where in the schedule it is.
  failures integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  -- When the game was first shown it by a call of its own: it may have acted on it since.
  shown_at timestamptz,
  -- Somebody wants it sent once more, whatever its state; and when somebody last did.
  again_at timestamptz,
  asked_at timestamptz,
  acknowledged_by text check (acknowledged_by in ('webhook', 'pull')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (order_id, type)
);
create index deliveries_due on deliveries (game, next_attempt_at) where state = 'pending' or again_at is not null;
create index deliveries_by_game on deliveries (game, created_at) where state in ('pending', 'dead');

create table delivery_attempts (
  delivery_id uuid not null references deliveries on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  status integer,
  -- Why there was no status, in our own words.
  fault text,
  primary key (delivery_id, number)
);

-- Where a game's server takes deliveries. Secrets are sealed: the one in use, and while it changes the one before.
create table webhook_endpoints (
  game text primary key references games on delete cascade,
  url text not null,
  sealed_secrets bytea not null,
  disabled_at timestamptz,
  disabled_because text,
  -- The game's server has asked for a pause.
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What happened to an order, in the words that its player and its developer read.
create table order_events (
  order_id uuid not null references orders on delete restrict,
  position bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  detail jsonb not null default '{}',
  primary key (order_id, position)
);
