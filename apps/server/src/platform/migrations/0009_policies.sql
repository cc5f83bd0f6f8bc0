-- Who may see a row.

-- Whether the actor may look at (view) or change (work) what is the subject's. A grant taken back ends with the
-- next statement, whatever the session says.
create function may(wanted text) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from public.grants
    where user_id = public.subject() and professional_id = public.actor() and granted_at is not null
      and revoked_at is null and (expires_at is null or expires_at > statement_timestamp())
      and (scope = 'work' or scope = wanted)
  ) or exists (
    select 1 from public.admin_views
    where user_id = public.subject() and admin_id = public.actor() and ends_at > statement_timestamp()
  )
$$;

-- Guard every customer-owned table that is not guarded yet; called at the end of each migration that makes one.
create function guard_customer_tables() returns void language plpgsql as $$
declare
  t text;
  shared constant text[] := '{assets,tokens,symbols,prices,plans,toggles,searches,payment_events}';
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
revoke all on function guard_customer_tables() from public;
select guard_customer_tables();

-- Identity records what happens to an account, and mails its owner; it sees neither.
create policy identity_adds on audit_events for insert to lotbook_identity with check (true);
create policy identity_adds on mails for insert to lotbook_identity with check (true);
grant insert on audit_events, mails to lotbook_identity;

grant select, insert, update, delete on assets, tokens, symbols, prices, plans, toggles, searches to lotbook_ops;
grant usage on sequence audit_event_ids to lotbook_ops;
grant usage on sequence notification_numbers to lotbook_app;

-- These two read past the policies of the caller, as lotbook_ops, which needs `create` only while it takes them over.
grant create on schema public to lotbook_ops;
alter function may(text) owner to lotbook_ops;
alter function chain_audit_event() owner to lotbook_ops;
revoke create on schema public from lotbook_ops;
revoke all on function may(text) from public;
grant execute on function may(text) to lotbook_app;
