-- compatible-with-previous: yes
-- Pages that the server has drawn are kept until something changes that they show. Whoever changes it, a command or a call of any
-- release, tells all nodes: see server/db/signals.ts for the channel and its words.
create function tell_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('fxid', 'pages:' || tg_table_name);
  return null;
end
$$;

create trigger tell_pages after insert or update or delete or truncate on portal for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on games for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on products for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on product_prices for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on product_country_prices for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on documents for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on document_versions for each statement execute function tell_pages();
create trigger tell_pages after insert or update or delete or truncate on news for each statement execute function tell_pages();
