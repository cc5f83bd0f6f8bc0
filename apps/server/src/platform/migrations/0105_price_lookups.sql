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

-- The two of them are for everybody.
create or replace function guard_rows_of_customers() returns void language plpgsql as $$
declare
  t text;
  shared constant text[] := '{assets,tokens,symbols,prices,plans,toggles,searches,payment_events,price_providers,price_gaps}';
  private constant text[] := '{credentials,data_keys,grants,admin_views}';
  may_view constant text := '(select actor() = subject() or may(''view''))';
  may_work constant text := '(select actor() = subject() or may(''work''))';
  alone constant text := '(select actor() = subject())';
  v text;
  w text;
begin
  for t in select relname from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and relname <> all (shared) and not relrowsecurity loop
    v := case when t = any (private) then alone else may_view end;
    w := case when t = any (private) then alone when t = 'audit_events' then may_view else may_work end;
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own on %I to lotbook_app using (user_id = subject()) with check (user_id = subject())', t);
    execute format('create policy see on %I as restrictive for select to lotbook_app using (%s)', t, v);
    execute format('create policy work_insert on %I as restrictive for insert to lotbook_app with check (%s)', t, w);
    execute format('create policy work_update on %I as restrictive for update to lotbook_app using (%s)', t, w);
    execute format('create policy work_delete on %I as restrictive for delete to lotbook_app using (%s)', t, w);
    execute format('create policy ops on %I to lotbook_ops using (true) with check (true)', t);
    if t = 'audit_events' then
      execute format('grant select, insert on %I to lotbook_app, lotbook_ops', t);
    else
      execute format('grant select, insert, update, delete on %I to lotbook_app, lotbook_ops', t);
    end if;
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
