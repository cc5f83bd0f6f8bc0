-- Nothing asks for a record by its id, and a file brings a hundred thousand of them: a record is known by its connection and its name.
-- Reported balances, which nothing writes yet, referred to it.
alter table reported_balances drop column record_id;
alter table records drop constraint records_pkey, drop constraint records_user_id_connection_id_fingerprint_key,
  add primary key (user_id, connection_id, fingerprint);

-- The counts of a long file were a tenth of what its transactions cost: rows that count alike are put together before they are told by
-- asset. What is counted is what `counted_in` says, by which the invariants still check it.
create function assets_counted(from_asset text, to_asset text, fee_asset text) returns setof text language sql immutable as $$
  select ''
  union all select from_asset where from_asset is not null
  union all select to_asset where to_asset is not null and to_asset is distinct from from_asset
  union all select fee_asset where fee_asset is not null and fee_asset is distinct from from_asset and fee_asset is distinct from to_asset
$$;

create or replace function keep_transaction_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transaction_counts as c
    select k.user_id, l.asset, k.account_id, k.year, k.type, k.sub_type, k.matched_as, k.is_taxable, k.is_ignored, k.is_edited, sum(k.n)
    from (
      select t.user_id, t.account_id, extract(year from t.at at time zone 'UTC')::integer as year, t.type,
        coalesce(t.sub_type, '') as sub_type, coalesce(t.matched_as, '') as matched_as,
        is_taxable(t.type, t.sub_type, t.flags) as is_taxable, t.is_ignored, t.base is not null as is_edited,
        t.from_asset, t.to_asset, t.fee_asset, count(*) as n
      from new_rows t where t.deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ) k cross join lateral assets_counted(k.from_asset, k.to_asset, k.fee_asset) l (asset) group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict on constraint transaction_counts_pkey do update set transactions = c.transactions + excluded.transactions;
  elsif tg_op = 'DELETE' then
    insert into transaction_counts as c
    select k.user_id, k.asset_id, k.account_id, k.year, k.type, k.sub_type, k.matched_as, k.is_taxable, k.is_ignored,
      k.is_edited, -count(*)
    from old_rows o cross join lateral counted_in(o) k group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict on constraint transaction_counts_pkey do update set transactions = c.transactions + excluded.transactions;
  else
    insert into transaction_counts as c
    select k.user_id, k.asset_id, k.account_id, k.year, k.type, k.sub_type, k.matched_as, k.is_taxable, k.is_ignored,
      k.is_edited, sum(k.n)
    from (
      select k.*, 1 as n from new_rows t cross join lateral counted_in(t) k
      union all select k.*, -1 from old_rows t cross join lateral counted_in(t) k
    ) k group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(k.n) <> 0
    on conflict on constraint transaction_counts_pkey do update set transactions = c.transactions + excluded.transactions;
  end if;
  return null;
end $$;

-- What rows refer to was looked up row by row, an eighth of what the database does for an import. As a list it is found in one walk
-- through the order, and what was found of it is locked and looked for again by that list. Who asks, what is refused and what is waited for
-- stay the same (0057).
grant create on schema public to lotbook_ops;
set local role lotbook_ops;
create or replace function refer_to_rows() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  pair integer := 0;
  referring text;
  referred text;
  whose uuid;
  ids uuid[];
  found_rows bigint;
  of_others bigint;
begin
  while pair < tg_nargs loop
    referring := tg_argv[pair];
    referred := tg_argv[pair + 1];
    for whose, ids in execute format('
      select user_id, array_agg(id) from (select distinct user_id, %I as id from new_rows where %1$I is not null) n group by user_id', referring)
    loop
      execute format('
        select count(*), count(*) filter (where r.xmin <> pg_current_xact_id()::xid) from public.%I r
        where r.user_id = $1 and r.id = any ($2)', referred) into found_rows, of_others using whose, ids;
      if of_others > 0 then
        execute format('select from public.%I r where r.user_id = $1 and r.id = any ($2) for key share', referred) using whose, ids;
        -- In a statement of its own, which sees what went while it waited.
        execute format('select count(*) from public.%I r where r.user_id = $1 and r.id = any ($2)', referred)
          into found_rows using whose, ids;
      end if;
      if found_rows < cardinality(ids) then
        raise exception '% of what % of % refers to is not in %', cardinality(ids) - found_rows, referring, tg_table_name, referred
          using errcode = 'foreign_key_violation', table = tg_table_name, column = referring;
      end if;
    end loop;
    pair := pair + 2;
  end loop;
  return null;
end $$;
reset role;
revoke create on schema public from lotbook_ops;
