-- Refunds that can be told apart, and what a provider's own list says otherwise than our books.

-- Which charge a refund went back from, where the provider tells it.
alter table ledger add column charge_id text;

-- Everything about one order happens one after the other, so what is left to return is counted, not forbidden by a rule of the
-- table: of one charge several parts may go back, and what was refused may be asked for again.
drop index refunds_once;
create index refunds_by_attempt on refunds (attempt_id);

-- What was found when a provider's list of transactions was laid beside the ledger. One row for each thing that differed.
create table payment_differences (
  provider text not null,
  transaction_id text not null,
  -- `heard late`: settled now. `no order`: kept in payment_inbox. `does not fit`: kept there as well, and nothing was done.
  -- `other amount`, `not there`: the provider's books say something else than ours.
  kind text not null check (kind in ('heard late', 'no order', 'does not fit', 'other amount', 'not there')),
  fact text not null,
  order_id uuid references orders on delete restrict,
  amount_minor bigint,
  currency text,
  found_at timestamptz not null default now(),
  primary key (provider, transaction_id, kind, fact)
);
create index payment_differences_by_age on payment_differences (found_at);
