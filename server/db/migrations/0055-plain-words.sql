-- compatible-with-previous: no
-- Renames tables, columns and stored values to the words that the code uses. 0.1.0 is the first release, so no older one
-- runs next to it (docs/decisions/0097-one-migration-renames.md).

alter table ledger rename column of_extra to is_overpayment;

alter table friend_links rename column most_uses to max_uses;
alter table friend_links rename constraint friend_links_most_uses_check to friend_links_max_uses_check;

alter table payment_differences rename to payment_discrepancies;
alter table payment_discrepancies rename column fact to event_kind;
alter table payment_discrepancies rename constraint payment_differences_pkey to payment_discrepancies_pkey;
alter table payment_discrepancies
  rename constraint payment_differences_order_id_fkey to payment_discrepancies_order_id_fkey;
alter index payment_differences_by_age rename to payment_discrepancies_by_age;

-- `applied-late`: the reconciliation found the event and applied it. `unknown-order`, `mismatch`: kept in payment_events,
-- nothing was applied. `amount-mismatch`, `missing-at-provider`: the provider's records differ from the ledger.
-- `price-mismatch`, `not-sold`: a proved purchase that differs from the catalogue, nothing was granted.
-- `dispute-reversed`: both outcomes of a dispute were reported. `transaction-conflict`: the transaction belongs to another
-- order.
alter table payment_discrepancies drop constraint payment_differences_kind_check;
update payment_discrepancies set kind = case kind
  when 'heard late' then 'applied-late'
  when 'no order' then 'unknown-order'
  when 'does not fit' then 'mismatch'
  when 'other amount' then 'amount-mismatch'
  when 'not there' then 'missing-at-provider'
  when 'other price' then 'price-mismatch'
  when 'not sold' then 'not-sold'
  when 'dispute turned' then 'dispute-reversed'
  when 'other order' then 'transaction-conflict'
end;
alter table payment_discrepancies add constraint payment_discrepancies_kind_check check (
  kind in (
    'applied-late', 'unknown-order', 'mismatch', 'amount-mismatch', 'missing-at-provider', 'price-mismatch', 'not-sold',
    'dispute-reversed', 'transaction-conflict'
  )
);

alter table payment_events drop constraint payment_events_outcome_check;
update payment_events set outcome = 'no-change' where outcome = 'no change';
alter table payment_events add constraint payment_events_outcome_check check (
  outcome in ('applied', 'no-change', 'anomaly', 'quarantined')
);

alter table refunds drop constraint refunds_reason_check;
update refunds set reason = 'overpayment' where reason = 'extra';
alter table refunds add constraint refunds_reason_check check (
  reason in ('overpayment', 'undone', 'undeliverable', 'operator', 'player')
);

alter table mail_limit_events drop constraint mail_limit_events_kind_check;
update mail_limit_events set kind = 'wrong-code' where kind = 'wrong digits';
alter table mail_limit_events add constraint mail_limit_events_kind_check check (
  kind in ('link', 'receipt', 'support', 'wrong-code', 'invitation')
);

alter table push_messages drop constraint push_messages_outcome_check;
update push_messages set outcome = 'no-browser' where outcome = 'no browser';
alter table push_messages add constraint push_messages_outcome_check check (
  outcome in ('sent', 'unwanted', 'expired', 'no-browser')
);

update order_events set detail = jsonb_set(detail, '{reason}', '"overpayment"')
where kind = 'refund requested' and detail ->> 'reason' = 'extra';
update order_events set kind = case kind
  when 'provider passed over' then 'provider-skipped'
  when 'delivery asked for again' then 'delivery-resend-requested'
  when 'buyer said' then 'client-hint'
  else replace(kind, ' ', '-')
end
where kind like '% %';

-- Replaced by payment_events in 0041.
drop table payment_inbox;

alter function tell_pages() rename to notify_pages;
alter trigger tell_pages on portal rename to notify_pages;
alter trigger tell_pages on games rename to notify_pages;
alter trigger tell_pages on products rename to notify_pages;
alter trigger tell_pages on product_prices rename to notify_pages;
alter trigger tell_pages on product_country_prices rename to notify_pages;
alter trigger tell_pages on documents rename to notify_pages;
alter trigger tell_pages on document_versions rename to notify_pages;
alter trigger tell_pages on news rename to notify_pages;

alter table game_kinds rename to game_categories;
alter table game_categories rename constraint game_kinds_pkey to game_categories_pkey;
alter table game_categories rename constraint game_kinds_game_fkey to game_categories_game_fkey;
create or replace function follow_game() returns trigger language plpgsql as $$
declare
  page jsonb := coalesce(new.config -> 'StorePage', '{}');
  titles jsonb := case when jsonb_typeof(page -> 'Title') = 'object' then page -> 'Title' else '{}' end;
  own_tags text[] := case when jsonb_typeof(page -> 'Tags') = 'array'
    then array(select jsonb_array_elements_text(page -> 'Tags')) else '{}' end;
begin
  insert into game_categories (game, genre, tags, orientation, titles)
  values (new.game, coalesce(page ->> 'Genre', ''), own_tags,
    coalesce(new.config ->> 'GameOrientation', 'Unspecified'), titles)
  on conflict (game) do update set
    genre = excluded.genre, tags = excluded.tags, orientation = excluded.orientation, titles = excluded.titles;
  delete from game_names where game = new.game;
  insert into game_names (game, name, grams)
  select new.game, folded, name_grams(folded)
  from (
    select distinct fold_name(given) as folded
    from (
      select value as given from jsonb_each_text(titles)
      union all select coalesce(page ->> 'Genre', '')
      union all select unnest(own_tags)
      union all select replace(new.game, '-', ' ')
    ) as all_names
  ) as names
  where folded <> '';
  return null;
end $$;
