-- A person's word on the loss of a line of Form 1099-DA, and sales on no form whose loss is not deductible (codes L and W of Form 8949). As
-- with lines, rows are never changed, so that a filed year keeps those of its filing. No calculation reads them.
alter table broker_lines
  add column loss text not null default 'as_on_form' check (loss in ('as_on_form', 'deductible', 'not_deductible'));

alter table broker_line_changes drop constraint broker_line_changes_kind_check;
alter table broker_line_changes
  add constraint broker_line_changes_kind_check
  check (kind in ('entered', 'replaced', 'removed', 'imported', 'tied', 'stated', 'undone'));

create table nondeductible_sales (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null check (tax_year >= 2025),
  transaction_id uuid not null,
  added_in uuid not null,
  added_at timestamptz(3) not null,
  removed_in uuid,
  removed_at timestamptz(3),
  check ((removed_in is null) = (removed_at is null)),
  primary key (user_id, id),
  foreign key (user_id, added_in) references broker_line_changes (user_id, id),
  foreign key (user_id, removed_in) references broker_line_changes (user_id, id)
);
create unique index on nondeductible_sales (user_id, tax_year, transaction_id) where removed_in is null;
create index on nondeductible_sales (user_id, added_in);
create index on nondeductible_sales (user_id, removed_in) where removed_in is not null;

select guard_customer_tables();
