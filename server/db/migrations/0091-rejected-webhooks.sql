-- compatible-with-previous: yes
-- Webhooks of providers that were rejected, for operators: one row per provider account, reason and hour, so that a
-- flood of invalid webhooks fills nothing.
create table rejected_webhooks (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The game whose account it is; empty: the portal's.
  account text not null,
  outcome text not null check (outcome in ('refused', 'failed')),
  reason text not null,
  hour timestamptz not null,
  webhooks integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (provider, account, hour, outcome, reason)
);
create index rejected_webhooks_by_account on rejected_webhooks (account, id);
create index rejected_webhooks_by_time on rejected_webhooks (last_at);

-- Until when the provider accepts evidence about a dispute, if it tells.
alter table ledger add column evidence_due_at timestamptz;
-- The beginning of a response that was no success, so that a game's developers see what their server said.
alter table delivery_attempts add column response text;
