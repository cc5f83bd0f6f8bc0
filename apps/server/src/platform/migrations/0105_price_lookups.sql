-- Prices that providers are asked for. None of these tables but the last has a customer in it; what is in `prices` is added, never changed.

-- Who is asked, in this order, as the configuration of the server that started last has it; empty: nobody is.
create table price_providers (
  position smallint primary key,
  name text not null unique
);

-- Closes that a provider was asked for and does not have, so that it is not asked for them for ever.
create table price_gaps (
  asset_id text not null,
  currency text not null,
  grain text not null check (grain in ('hour', 'day')),
  at timestamptz(3) not null,
  provider text not null,
  asked_at timestamptz(3) not null,
  primary key (asset_id, currency, grain, at, provider)
);

do $$
declare t text;
begin
  foreach t in array '{price_providers,price_gaps}'::text[] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everybody on %I to lotbook_app, lotbook_ops using (true) with check (true)', t);
  end loop;
end $$;
grant select on price_providers to lotbook_app;
grant select, insert, delete on price_providers to lotbook_ops;
grant select, insert, update on price_gaps to lotbook_app;
grant select, insert, update, delete on price_gaps to lotbook_ops;

-- How far the search for what a customer's transactions lack is.
create table price_lookups (
  user_id uuid primary key references customers (user_id),
  state text not null check (state in ('queued', 'running', 'waiting', 'done')),
  -- Closes that were looked for, of those that are.
  done integer not null default 0,
  total integer not null default 0,
  -- Searches in a row that a provider did not answer, and when the next one is.
  tries integer not null default 0,
  until timestamptz(3),
  changed_at timestamptz(3) not null
);

select guard_customer_tables();
