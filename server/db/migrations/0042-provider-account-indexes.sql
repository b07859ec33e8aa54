-- compatible-with-previous: yes
-- transaction: none
-- A transaction counts once for an attempt, whoever wrote it down, and once in an account.
drop index concurrently if exists payment_attempts_by_account;
create unique index concurrently payment_attempts_by_account
  on payment_attempts (provider, provider_payment_id, account);
drop index concurrently if exists ledger_by_account;
create unique index concurrently ledger_by_account on ledger (provider, transaction_id, kind, account);
drop index concurrently if exists ledger_by_attempt;
create unique index concurrently ledger_by_attempt on ledger (attempt_id, transaction_id, kind);
