-- compatible-with-previous: yes
-- The keys without an account go.
alter table payment_attempts drop constraint payment_attempts_provider_provider_payment_id_key;
alter table ledger drop constraint ledger_pkey;
alter table ledger add primary key using index ledger_by_attempt;

-- Receipts of app stores that an account brought on a day and that were not its own, or no receipts at all. Only a hash is kept.
create table wrong_receipts (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  receipt_hash bytea not null,
  primary key (account_id, day, receipt_hash)
);
create index wrong_receipts_by_age on wrong_receipts (day);
