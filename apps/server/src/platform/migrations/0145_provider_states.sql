-- How each provider answered its one cheap question of the day. No customer is in it.
create table provider_states (
  provider text primary key,
  state text not null check (state in ('answers', 'changed', 'refuses', 'silent')),
  status smallint,
  -- Names at the top of its answer, and what they were when they were others.
  shape text[] not null,
  shape_before text[],
  -- Names that its documentation has and the answer has not.
  missing text[] not null,
  -- The moment since which it is in this state without a break.
  since timestamptz(3) not null,
  checked_at timestamptz(3) not null
);

create or replace function guard_rows_of_customers() returns void language plpgsql as $$
declare
  t text;
  shared constant text[] := '{assets,tokens,symbols,prices,plans,toggles,searches,payment_events,price_providers,price_gaps,provider_states}';
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

grant select on provider_states to lotbook_app;
grant select, insert, update, delete on provider_states to lotbook_ops;

select guard_customer_tables();
