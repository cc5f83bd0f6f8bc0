-- Long histories: what a page of the list asks for is kept beside the rows, so that a page costs a page.

-- The side of a made match that a transaction is; null for none. Kept by whoever writes matches.
alter table transactions add column matched_as text check (matched_as in ('out', 'in'));

-- How many transactions that are not deleted there are of each kind; of asset '' all of them, else those that move it.
-- Every filter of the list that is not a span of days or a text is a sum over a few of these rows.
create table transaction_counts (
  user_id uuid not null,
  asset_id text not null,
  account_id uuid not null,
  year integer not null,
  type text not null,
  sub_type text not null,
  matched_as text not null,
  is_taxable boolean not null,
  is_ignored boolean not null,
  is_edited boolean not null,
  transactions bigint not null,
  primary key (user_id, asset_id, account_id, year, type, sub_type, matched_as, is_taxable, is_ignored, is_edited)
);
select guard_customer_tables();

-- What the tax button counts: whatever may be taxed, and whatever came in (R4.36).
create function is_taxable(type text, sub_type text, flags text[]) returns boolean language sql immutable parallel safe as
  $$ select (type in ('sell', 'trade', 'ico', 'nft', 'incoming')
    or (type = 'outgoing' and coalesce(sub_type, '') not in ('sent', 'staking_lockup', '')))
    and not ('fiat' = any (flags)) $$;

-- The rows of transaction_counts that a transaction is counted in.
create function counted_in(t transactions) returns setof transaction_counts language sql stable as $$
  select t.user_id, l.asset, t.account_id, extract(year from t.at at time zone 'UTC')::integer, t.type,
    coalesce(t.sub_type, ''), coalesce(t.matched_as, ''), is_taxable(t.type, t.sub_type, t.flags), t.is_ignored,
    t.base is not null, 1::bigint
  from (select '' as asset
    union all select t.from_asset where t.from_asset is not null
    union all select t.to_asset where t.to_asset is not null and t.to_asset is distinct from t.from_asset
    union all select t.fee_asset where t.fee_asset is not null and t.fee_asset is distinct from t.from_asset
      and t.fee_asset is distinct from t.to_asset) l
  where t.deleted_at is null
$$;

-- Keeps the counts true after every statement that writes transactions, by what it changed.
create function keep_transaction_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transaction_counts as c
    select k.user_id, k.asset_id, k.account_id, k.year, k.type, k.sub_type, k.matched_as, k.is_taxable, k.is_ignored,
      k.is_edited, count(*)
    from new_rows n cross join lateral counted_in(n) k group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
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

-- The rows that were there before: as lotbook_ops, which alone sees those of every customer.
set local role lotbook_ops;
update transactions t set matched_as = s.direction
  from match_sides s join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made'
  where (s.user_id, s.transaction_id) = (t.user_id, t.id);
insert into transaction_counts
select k.user_id, k.asset_id, k.account_id, k.year, k.type, k.sub_type, k.matched_as, k.is_taxable, k.is_ignored,
  k.is_edited, count(*)
from transactions t cross join lateral counted_in(t) k group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
reset role;

create trigger keep_counts_insert after insert on transactions referencing new table as new_rows
  for each statement execute function keep_transaction_counts();
create trigger keep_counts_update after update on transactions referencing old table as old_rows new table as new_rows
  for each statement execute function keep_transaction_counts();
create trigger keep_counts_delete after delete on transactions referencing old table as old_rows
  for each statement execute function keep_transaction_counts();

-- An order for each filter of the list, so that a page of it is read from one place.
drop index transactions_user_id_at_id_idx;
create index transactions_in_order on transactions (user_id, at, id) include (matched_as) where deleted_at is null;
create index on transactions (user_id, type, at, id) where deleted_at is null;
create index on transactions (user_id, sub_type, at, id) where deleted_at is null and sub_type is not null;
create index on transactions (user_id, from_asset, at, id) where deleted_at is null and from_asset is not null;
create index on transactions (user_id, to_asset, at, id) where deleted_at is null and to_asset is not null;
create index on transactions (user_id, fee_asset, at, id) where deleted_at is null and fee_asset is not null
  and fee_asset is distinct from from_asset and fee_asset is distinct from to_asset;
create index on transactions (user_id, at, id) where deleted_at is null and matched_as = 'out';
create index on transactions (user_id, at, id) where deleted_at is null and base is not null;
create index on transactions (user_id, at, id) where deleted_at is null and is_ignored;
-- Sides that may be half of a self-transfer, by asset and time.
create index transactions_sides on transactions (user_id, coalesce(from_asset, to_asset), at) where deleted_at is null
  and not is_ignored and sub_type in ('sent', 'received', 'send', 'receive');

-- Whoever brings in a long history tells the planner about it (PostgreSQL 17 and newer have the right for that).
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on transactions, transaction_counts, valuations, matches, match_sides, records, findings,
      disposals, incomes, lots to lotbook_app';
  end if;
end $$;
