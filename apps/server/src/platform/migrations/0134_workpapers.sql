-- Workpapers: what a professional checked of a customer's year.

-- A step of the year that is signed off, with what the step and the books were then. Of a step one sign-off holds; those before stay.
create table sign_offs (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null,
  step text not null check (step in ('imports', 'balances', 'transfers', 'review', 'prices', 'calculation', 'forms')),
  signed_by uuid not null,
  signed_at timestamptz(3) not null,
  note text not null default '' check (length(note) <= 4000),
  state text not null check (state in ('done', 'open', 'nothing')),
  open_items integer not null,
  all_items integer not null,
  journal_version bigint not null,
  engine_version text not null,
  settings jsonb not null,
  ended_at timestamptz(3),
  ended_by uuid,
  primary key (user_id, id),
  check (state = 'done' or state = 'nothing' or note <> '')
);
create unique index on sign_offs (user_id, tax_year, step) where ended_at is null;

-- A transaction that was verified to its source, and the version of the journal that had changed it last.
create table tick_marks (
  user_id uuid not null references customers (user_id),
  transaction_id uuid not null,
  ticked_by uuid not null,
  ticked_at timestamptz(3) not null,
  note text not null default '' check (length(note) <= 4000),
  journal_version bigint not null,
  primary key (user_id, transaction_id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);

create table open_points (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null,
  body text not null check (length(btrim(body)) between 1 and 4000),
  added_by uuid not null,
  added_at timestamptz(3) not null,
  done_at timestamptz(3),
  done_by uuid,
  primary key (user_id, id)
);
create index on open_points (user_id, tax_year);

select guard_customer_tables();

-- Papers are written by professionals with access, each in their own name, and read by the customer.
drop policy work_insert on sign_offs;
drop policy work_update on sign_offs;
drop policy work_delete on sign_offs;
create policy work_insert on sign_offs as restrictive for insert to lotbook_app
  with check (signed_by = (select actor()) and (select has_grant()));
create policy work_update on sign_offs as restrictive for update to lotbook_app using ((select has_grant()));
create policy work_delete on sign_offs as restrictive for delete to lotbook_app using (false);
drop policy work_insert on tick_marks;
drop policy work_update on tick_marks;
drop policy work_delete on tick_marks;
create policy work_insert on tick_marks as restrictive for insert to lotbook_app
  with check (ticked_by = (select actor()) and (select has_grant()));
create policy work_update on tick_marks as restrictive for update to lotbook_app
  using ((select has_grant())) with check (ticked_by = (select actor()));
create policy work_delete on tick_marks as restrictive for delete to lotbook_app using ((select has_grant()));
drop policy work_insert on open_points;
drop policy work_update on open_points;
drop policy work_delete on open_points;
create policy work_insert on open_points as restrictive for insert to lotbook_app
  with check (added_by = (select actor()) and (select has_grant()));
create policy work_update on open_points as restrictive for update to lotbook_app using ((select has_grant()));
create policy work_delete on open_points as restrictive for delete to lotbook_app using (false);
