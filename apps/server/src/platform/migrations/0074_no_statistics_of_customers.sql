-- Statistics are older than a customer's rows. Of one whom they did not see the planner expected one row in every table, and a plan for
-- one row compares each row with each. So columns that name a customer, or a thing of theirs of which they have few, have no
-- statistics: whoever it is, the planner expects one in two hundred of the rows that the table has now (docs/decisions/database.md).

create function without_statistics_of_customers() returns void language plpgsql as $$
declare
  c record;
  named constant text[] := '{user_id,account_id,connection_id,import_id,calculation_id,rows_of,change_id,comparison_id}';
begin
  for c in
    select r.oid::regclass as relation, r.relname, r.relkind, a.attname from pg_class r join pg_attribute a on a.attrelid = r.oid
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and r.relname !~ '^audit_events'
      and a.attname = any (named) and not a.attisdropped and coalesce(a.attstattarget, -1) <> 0
  loop
    execute format('alter table %s alter column %I set statistics 0', c.relation, c.attname);
    -- What an ANALYZE left before stays there otherwise, and older versions have nothing for it.
    if current_setting('server_version_num')::integer >= 180000 then
      perform pg_clear_attribute_stats('public', c.relname, c.attname, false);
      if c.relkind = 'p' then perform pg_clear_attribute_stats('public', c.relname, c.attname, true); end if;
    end if;
  end loop;
end $$;
revoke all on function without_statistics_of_customers() from public;

-- Each migration that makes a customer's table ends with a call of this, so the tables to come have none either.
alter function guard_customer_tables() rename to guard_rows_of_customers;
create function guard_customer_tables() returns void language plpgsql as $$
begin
  perform guard_rows_of_customers();
  perform without_statistics_of_customers();
end $$;
revoke all on function guard_customer_tables() from public;
select guard_customer_tables();
