-- compatible-with-previous: yes
-- Nodes also keep the portal's configuration, settings of adapters, documents, products and game keys in memory; see 0071.

-- These tables change rarely: every change signals that all rows may have changed.
create trigger signal_change after insert or update or delete or truncate on portal
  for each statement execute function signal_change('portal');
create trigger signal_change after insert or update or delete or truncate on adapter_settings
  for each statement execute function signal_change('adapter-settings');
create trigger signal_change after insert or update or delete or truncate on documents
  for each statement execute function signal_change('document');
create trigger signal_change after insert or update or delete or truncate on document_versions
  for each statement execute function signal_change('document');
create trigger signal_change after insert or update or delete or truncate on currency_rates
  for each statement execute function signal_change('product');

create trigger signal_change after insert or delete on products
  for each row execute function signal_change('product', 'game');
create trigger signal_update after update on products
  for each row when (old.* is distinct from new.*) execute function signal_change('product', 'game');
create trigger signal_truncate after truncate on products
  for each statement execute function signal_change('product');

create trigger signal_change after insert or delete on product_prices
  for each row execute function signal_change('product', 'game');
create trigger signal_update after update on product_prices
  for each row when (old.* is distinct from new.*) execute function signal_change('product', 'game');
create trigger signal_truncate after truncate on product_prices
  for each statement execute function signal_change('product');

create trigger signal_change after insert or delete on product_country_prices
  for each row execute function signal_change('product', 'game');
create trigger signal_update after update on product_country_prices
  for each row when (old.* is distinct from new.*) execute function signal_change('product', 'game');
create trigger signal_truncate after truncate on product_country_prices
  for each statement execute function signal_change('product');

create trigger signal_change after insert or delete on game_keys
  for each row execute function signal_change('game-key', 'key_id');
create trigger signal_update after update on game_keys
  for each row when (old.* is distinct from new.*) execute function signal_change('game-key', 'key_id');
create trigger signal_truncate after truncate on game_keys
  for each statement execute function signal_change('game-key');
-- A key shows whether its game may import players.
create trigger signal_keys after update of import_allowed on games
  for each statement execute function signal_change('game-key');

-- The profile in memory has more columns of the account now.
create or replace trigger signal_update after update on accounts
  for each row when (
    (old.name, old.email, old.email_validated, old.guest, old.marketing_enabled, old.locale, old.geo_country, old.features,
      old.merged_into)
    is distinct from
    (new.name, new.email, new.email_validated, new.guest, new.marketing_enabled, new.locale, new.geo_country, new.features,
      new.merged_into)
  )
  execute function signal_account_change();
