-- A foreign key asks for one row at a time: a third of what the database does for an import. Where rows come by the hundred thousand, what
-- they refer to is asked for once in a statement now. What is refused stays the same, on both sides, and so does what waits for whom.

-- After an insert or an update (`new_rows`): is what the rows refer to there? Arguments are pairs of a column and the table it refers to. What
-- others could take away is locked as a foreign key locks it; what this transaction itself wrote, nobody else sees. Reads past the
-- policies, as a foreign key does.
create function refer_to_rows() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  pair integer := 0;
  referring text;
  referred text;
  missing bigint;
  of_others bigint;
begin
  while pair < tg_nargs loop
    referring := tg_argv[pair];
    referred := tg_argv[pair + 1];
    execute format('
      select count(*) filter (where written_by is null), count(*) filter (where written_by <> pg_current_xact_id()::xid) from (
        select (select r.xmin from public.%I r where (r.user_id, r.id) = (n.user_id, n.id)) as written_by
        from (select distinct user_id, %I as id from new_rows where %2$I is not null) n offset 0
      ) found', referred, referring) into missing, of_others;
    if of_others > 0 then
      execute format('
        select from public.%I r where (r.user_id, r.id) in (select user_id, %I from new_rows) for key share', referred, referring);
      -- In a statement of its own, which sees what went while it waited.
      execute format('
        select count(*) from (select distinct user_id, %I as id from new_rows where %1$I is not null) n
        where not exists (select from public.%I r where (r.user_id, r.id) = (n.user_id, n.id))', referring, referred) into missing;
    end if;
    if missing > 0 then
      raise exception '% of what % of % refers to is not in %', missing, referring, tg_table_name, referred
        using errcode = 'foreign_key_violation', table = tg_table_name, column = referring;
    end if;
    pair := pair + 2;
  end loop;
  return null;
end $$;

-- After a delete (`old_rows`): does anything still refer to the rows? Arguments are pairs of a table and its column.
create function leave_no_reference() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  pair integer := 0;
  is_referred_to boolean;
begin
  while pair < tg_nargs loop
    execute format('
      select exists (select from old_rows o join public.%I r on (r.user_id, r.%I) = (o.user_id, o.id))',
      tg_argv[pair], tg_argv[pair + 1]) into is_referred_to;
    if is_referred_to then
      raise exception '% refers to rows of % that were to be deleted', tg_argv[pair], tg_table_name
        using errcode = 'foreign_key_violation', table = tg_table_name;
    end if;
    pair := pair + 2;
  end loop;
  return null;
end $$;

create function keep_key() returns trigger language plpgsql as $$
begin
  raise exception 'the key of a row of % stays', tg_table_name using errcode = 'foreign_key_violation', table = tg_table_name;
end $$;

grant create on schema public to lotbook_ops;
alter function refer_to_rows() owner to lotbook_ops;
alter function leave_no_reference() owner to lotbook_ops;
revoke create on schema public from lotbook_ops;
revoke all on function refer_to_rows() from public;
revoke all on function leave_no_reference() from public;

create function pg_temp.by_statement(referring text, columns text[], referred text[]) returns void language plpgsql as $$
declare
  pairs text;
begin
  select string_agg(format('%L, %L', c, t), ', ') into pairs from unnest(columns, referred) as p (c, t);
  execute (
    select string_agg(format('alter table %I drop constraint %I', referring, conname), '; ')
    from pg_constraint c
    where c.contype = 'f' and c.conrelid = referring::regclass and exists (
      select from unnest(columns, referred) as p (c, t) join pg_attribute a on a.attrelid = c.conrelid and a.attname = p.c
      where c.confrelid = p.t::regclass and a.attnum = any (c.conkey)));
  execute format('create trigger refer_insert after insert on %I referencing new table as new_rows
    for each statement execute function refer_to_rows(%s)', referring, pairs);
  execute format('create trigger refer_update after update on %I referencing new table as new_rows
    for each statement execute function refer_to_rows(%s)', referring, pairs);
end $$;

select pg_temp.by_statement('records', '{connection_id,transaction_id}', '{connections,transactions}');
select pg_temp.by_statement('valuations', '{transaction_id}', '{transactions}');
select pg_temp.by_statement('transactions', '{account_id}', '{accounts}');

create trigger still_referred_to after delete on connections referencing old table as old_rows
  for each statement execute function leave_no_reference('records', 'connection_id');
create trigger still_referred_to after delete on transactions referencing old table as old_rows
  for each statement execute function leave_no_reference('records', 'transaction_id', 'valuations', 'transaction_id');
create trigger still_referred_to after delete on accounts referencing old table as old_rows
  for each statement execute function leave_no_reference('transactions', 'account_id');
create trigger keep_key before update of user_id, id on connections for each statement execute function keep_key();
create trigger keep_key before update of user_id, id on transactions for each statement execute function keep_key();
create trigger keep_key before update of user_id, id on accounts for each statement execute function keep_key();
