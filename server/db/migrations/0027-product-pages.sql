-- compatible-with-previous: yes
-- What was ever on sale at a price with a provider that reads prices from a page of ours: the page stays, whatever becomes of the
-- product, because providers keep what they have read.
create table product_pages (
  game text not null,
  sku text not null,
  currency text not null,
  price_minor bigint not null check (price_minor > 0),
  names jsonb not null,
  descriptions jsonb not null,
  image_url text,
  created_at timestamptz not null default now(),
  primary key (game, sku, currency, price_minor)
);
