-- Price files of the customer's own. Rows of `own_prices` are added, never changed: a later file's word for the same moment is
-- a later revision, and a file that is deleted keeps its rows for the calculations that used them.

create table price_files (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  -- The order in which files came: of two that speak of one moment, the later counts.
  revision integer not null,
  sha256 bytea not null,
  file_name text not null,
  asset_id text not null default '',
  size_bytes bigint not null,
  prices integer not null,
  added integer not null,
  changed integer not null,
  -- What it has prices of, and from when to when.
  assets text[] not null,
  from_at timestamptz(3),
  to_at timestamptz(3),
  problem_count integer not null,
  problems jsonb not null default '[]',
  received_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (user_id, id),
  unique (user_id, revision),
  -- The same bytes again are the same file.
  unique (user_id, sha256, asset_id)
);

alter table own_prices add column file_id uuid;
alter table own_prices add column line integer;
alter table own_prices add column revision integer not null default 0;
alter table own_prices drop constraint own_prices_user_id_asset_id_currency_at_key,
  add unique (user_id, asset_id, currency, at, revision),
  add foreign key (user_id, file_id) references price_files (user_id, id);
create index on own_prices (user_id, file_id, line);
create index on own_prices (user_id, at, id);
-- Which values a file's prices made.
create index on valuations (user_id, price_id) where price_id is not null;

select guard_customer_tables();
