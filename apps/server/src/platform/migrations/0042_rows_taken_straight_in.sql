-- COPY does not write to a table with row-level security, so the rows of a result lay in a temporary table before: written twice.
-- Now each table of results has one partition that holds its rows. The table keeps its policies, and everything is asked of it. The
-- partition has none, and nobody but COPY has to do with it: the application may only add rows, and whose they are it cannot say, for
-- the column is filled from the session, and only where who acts is who owns.

create function pg_temp.take_straight_in(results text, rows text) returns void language plpgsql as $$
declare
  columns text;
begin
  execute format('alter table %I rename to %I', results, rows);
  execute format('create table %I (like %I including defaults including constraints) partition by range (n)', results, rows);
  execute format('alter table %I no force row level security', rows);
  execute format('alter table %I disable row level security', rows);
  execute (select string_agg(format('drop policy %I on %I', policyname, rows), '; ') from pg_policies
    where schemaname = 'public' and tablename = rows);
  -- The keys of the table are those of its partition, which stay as they are.
  execute (
    select string_agg(
      case when i.indisprimary then format('alter table %I add primary key (%s)', results, list.columns)
      else format('create index on %I (%s)', results, list.columns) end, '; ')
    from pg_index i cross join lateral (
      select string_agg(quote_ident(a.attname), ', ' order by k.place) as columns
      from unnest(i.indkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    ) list
    where i.indrelid = rows::regclass);
  execute format('alter table %I attach partition %I for values from (minvalue) to (maxvalue)', results, rows);
  execute format('alter table %I alter column user_id set default
    case when current_setting(''app.actor_id'', true) = current_setting(''app.subject_id'', true) then subject() end', rows);
  execute format('revoke all on %I from lotbook_app, lotbook_ops', rows);
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = rows::regclass and attnum > 0 and not attisdropped and attname <> 'user_id';
  execute format('grant insert (%s) on %I to lotbook_app', columns, rows);
  if current_setting('server_version_num')::integer >= 170000 then
    execute format('grant maintain on %I to lotbook_app', rows);
  end if;
end $$;

select pg_temp.take_straight_in('disposals', 'disposal_rows');
select pg_temp.take_straight_in('incomes', 'income_rows');
select pg_temp.take_straight_in('removals', 'removal_rows');
select pg_temp.take_straight_in('lots', 'lot_rows');
select guard_customer_tables();
