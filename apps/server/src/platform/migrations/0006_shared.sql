-- No customer in it, so no row-level security. The application reads; prices and catalogues are added to.

create table assets (
  id text primary key,
  kind text not null check (kind in ('fiat', 'coin', 'token', 'nft', 'security')),
  symbol text not null,
  name text not null,
  rank integer,
  icon_url text,
  is_active boolean not null default true
);
create index on assets (upper(symbol));

create table tokens (
  chain text not null,
  contract text not null,
  asset_id text not null references assets (id),
  symbol text not null,
  decimals smallint not null check (decimals between 0 and 77),
  spam_score smallint,
  primary key (chain, contract)
);
create index on tokens (asset_id);

create table symbols (
  source_slug text not null,
  symbol text not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  asset_id text not null,
  primary key (source_slug, symbol, from_at)
);

-- Rows are added, never changed: a correction is a new revision.
create table prices (
  id uuid not null,
  asset_id text not null,
  currency text not null,
  grain text not null check (grain in ('hour', 'day')),
  at timestamptz(3) not null,
  provider text not null,
  revision integer not null default 1,
  price amount not null check (price >= 0),
  fetched_at timestamptz(3) not null,
  primary key (asset_id, currency, grain, at, provider, revision)
) partition by range (at);
create index on prices (id);

do $$
begin
  for year in 2010..2035 loop
    execute format('create table prices_%s partition of prices for values from (%L) to (%L)',
      year, make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC'));
  end loop;
end $$;
create table prices_other partition of prices default;

create table plans (
  id text primary key,
  name text not null,
  position integer not null,
  transactions_limit integer,
  price_cents integer not null check (price_cents >= 0)
);

create table toggles (
  name text primary key,
  is_on boolean not null default false
);
insert into toggles (name) values
  ('multiwallet_import'), ('older_navigation'), ('labs'), ('wallet_finder'), ('hardware_wallet');

create table searches (
  id uuid primary key,
  at timestamptz(3) not null,
  term text not null,
  asset_id text
);

grant select, insert on assets, tokens, symbols, prices, searches to lotbook_app;
grant update on assets, tokens, symbols to lotbook_app;
grant select on plans, toggles to lotbook_app;
