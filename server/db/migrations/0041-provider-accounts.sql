-- compatible-with-previous: yes
-- A number that a provider gives (payment, transaction, event) is unique only within the provider account that it came from. `account`
-- names that account by whose settings it is set up with: empty for the portal's settings, else the game whose own settings they are.
-- Null: written by the release before, which did not keep it.

-- The default fills rows that exist without rewriting the table; rows that the release before adds from now on are null.
alter table payment_attempts add column account text default '', add column settings_hash text;
alter table payment_attempts alter column account drop default;
alter table ledger add column account text default '';
alter table ledger alter column account drop default;
alter table payment_differences add column account text not null default '';

-- The account of rows that exist is the one that their game uses now.
update payment_attempts a set account = o.game
from orders o join adapter_settings s on s.game = o.game and s.family in ('payments', 'platforms')
where a.order_id = o.order_id and s.adapter = a.provider;
update ledger l set account = o.game
from orders o join adapter_settings s on s.game = o.game and s.family in ('payments', 'platforms')
where l.order_id = o.order_id and s.adapter = l.provider;
update payment_differences d set account = o.game
from orders o join adapter_settings s on s.game = o.game and s.family in ('payments', 'platforms')
where d.order_id = o.order_id and s.adapter = d.provider;

-- The same number can differ in two accounts. `other order`: a number that belongs to one order came for another one.
alter table payment_differences drop constraint payment_differences_pkey;
alter table payment_differences add primary key (provider, account, transaction_id, kind, fact);
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check check (
  kind in (
    'heard late', 'no order', 'does not fit', 'other amount', 'not there', 'other price', 'not sold', 'dispute turned',
    'other order'
  )
);

-- Takes the place of payment_inbox, whose key has no account. The release before still needs that key, so the old table stays until
-- the next release drops it.
create table payment_events (
  provider text not null,
  account text not null,
  dedup_key text not null,
  order_id uuid references orders on delete restrict,
  outcome text not null check (outcome in ('applied', 'no change', 'anomaly', 'quarantined')),
  -- What was proved, for operators who look into an anomaly. It holds no card number and no name.
  event jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, account, dedup_key)
);
insert into payment_events (provider, account, dedup_key, order_id, outcome, event, received_at)
select i.provider, coalesce(s.game, ''), i.dedup_key, i.order_id, i.outcome, i.event, i.received_at
from payment_inbox i
  left join orders o on o.order_id = i.order_id
  left join adapter_settings s on s.game = o.game and s.adapter = i.provider and s.family in ('payments', 'platforms');
create index payment_events_by_age on payment_events (received_at);
create index payment_events_without_order on payment_events (received_at) where order_id is null;
