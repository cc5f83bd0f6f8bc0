-- A calculation may go on from a border of the history: what is before that is what an older one stored, and is not stored again. So
-- which rows a calculation has is told apart from who stored them: rows first <= n < until of a list of `calculation_id` are those
-- that `rows_of` stored under the same n. Whatever reads the rows of a calculation asks views that know of this; the tables
-- below them tell who stored a row. Lots that are left are whole for every calculation, as they were.

create table calculation_rows (
  user_id uuid not null,
  calculation_id uuid not null,
  list text not null check (list in ('disposals', 'incomes', 'removals')),
  first integer not null check (first >= 0),
  until integer not null,
  rows_of uuid not null,
  primary key (user_id, calculation_id, list, first),
  check (first < until)
);
create index on calculation_rows (user_id, rows_of);

alter table disposals rename to stored_disposals;
alter table incomes rename to stored_incomes;
alter table removals rename to stored_removals;

alter table stored_disposals no force row level security;
alter table stored_incomes no force row level security;
alter table stored_removals no force row level security;
insert into calculation_rows (user_id, calculation_id, list, first, until, rows_of)
  select user_id, calculation_id, 'disposals', 0, max(n) + 1, calculation_id from stored_disposals group by 1, 2
  union all select user_id, calculation_id, 'incomes', 0, max(n) + 1, calculation_id from stored_incomes group by 1, 2
  union all select user_id, calculation_id, 'removals', 0, max(n) + 1, calculation_id from stored_removals group by 1, 2;
alter table stored_removals force row level security;
alter table stored_incomes force row level security;
alter table stored_disposals force row level security;

create view disposals with (security_invoker = true) as
  select r.user_id, r.calculation_id, s.n, s.tax_year, s.transaction_id, s.kind, s.asset_id, s.account_id, s.lot_transaction_id,
    s.quantity, s.acquired, s.disposed, s.proceeds, s.basis, s.gain, s.term, s.box, s.price_id, s.gross_proceeds, s.fees,
    s.rule_set, s.at
  from calculation_rows r join stored_disposals s
    on s.user_id = r.user_id and s.calculation_id = r.rows_of and s.n >= r.first and s.n < r.until
  where r.list = 'disposals';

create view incomes with (security_invoker = true) as
  select r.user_id, r.calculation_id, s.n, s.tax_year, s.transaction_id, s.category, s.asset_id, s.account_id, s.quantity, s.date,
    s.value, s.price_id, s.rule_set, s.at
  from calculation_rows r join stored_incomes s
    on s.user_id = r.user_id and s.calculation_id = r.rows_of and s.n >= r.first and s.n < r.until
  where r.list = 'incomes';

create view removals with (security_invoker = true) as
  select r.user_id, r.calculation_id, s.n, s.tax_year, s.transaction_id, s.kind, s.asset_id, s.account_id, s.lot_transaction_id,
    s.quantity, s.acquired, s.date, s.basis, s.value, s.term, s.deduction, s.price_id, s.rule_set, s.at
  from calculation_rows r join stored_removals s
    on s.user_id = r.user_id and s.calculation_id = r.rows_of and s.n >= r.first and s.n < r.until
  where r.list = 'removals';

grant select on disposals, incomes, removals to lotbook_app, lotbook_ops;
select guard_customer_tables();
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on calculation_rows to lotbook_app';
  end if;
end $$;
