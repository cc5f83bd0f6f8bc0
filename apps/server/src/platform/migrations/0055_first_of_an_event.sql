-- Most of what the order by transaction costs is a place in it for each row, where an event has two or three rows on average, one behind
-- the other. Now the first of them alone has a place there and says where the next event's begin; on the others that is 0. Rows of
-- before say so each for itself.

alter table stored_disposals add column event_until integer not null default 0;
update disposal_rows set event_until = n + 1;
grant insert (event_until) on disposal_rows to lotbook_app;

do $$
declare
  by_transaction text;
begin
  select i.indexrelid::regclass into strict by_transaction
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[2]
    where i.indrelid = 'stored_disposals'::regclass and not i.indisprimary and a.attname = 'transaction_id';
  execute format('drop index %s', by_transaction);
end $$;
create index on stored_disposals (user_id, calculation_id, transaction_id) where event_until > 0;

-- Rows of a calculation for whoever asks by transaction. Each condition is a bare comparison of columns: under row-level security the
-- order by number is asked for no other, and knew no end of what it is asked for.
create view disposals_of_transactions with (security_invoker = true) as
  select r.user_id, r.calculation_id, s.n, s.tax_year, f.transaction_id, s.kind, s.asset_id, s.account_id, s.lot_transaction_id,
    s.quantity, s.acquired, s.disposed, s.proceeds, s.basis, s.gain, s.term, s.box, s.price_id, s.gross_proceeds, s.fees,
    s.rule_set, s.at
  from calculation_rows r
  join stored_disposals f on f.user_id = r.user_id and f.calculation_id = r.rows_of and f.n >= r.first and f.n < r.until
    and f.event_until > 0
  join stored_disposals s on s.user_id = f.user_id and s.calculation_id = f.calculation_id and s.tax_year = f.tax_year
    and s.n >= f.n and s.n < f.event_until and s.n < r.until
  where r.list = 'disposals';

grant select on disposals_of_transactions to lotbook_app, lotbook_ops;
select guard_customer_tables();
