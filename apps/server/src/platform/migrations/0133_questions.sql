-- Questions between a customer and the professionals who have access to their books.

create table questions (
  user_id uuid not null references customers (user_id),
  id uuid not null,
  tax_year tax_year not null,
  -- The transaction that it is about; null where it is about the year.
  transaction_id uuid,
  asked_by uuid not null,
  by_customer boolean not null,
  asked_at timestamptz(3) not null,
  -- `answered` waits for whoever asked to read the answer, `open` for the other side.
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  changed_at timestamptz(3) not null,
  primary key (user_id, id),
  foreign key (user_id, transaction_id) references transactions (user_id, id)
);
create index on questions (user_id, tax_year);
create index on questions (user_id, transaction_id) where transaction_id is not null;

-- The question itself is the first message.
create table question_messages (
  user_id uuid not null,
  question_id uuid not null,
  n integer not null check (n between 1 and 200),
  author_id uuid not null,
  by_customer boolean not null,
  at timestamptz(3) not null,
  body text not null check (length(btrim(body)) between 1 and 4000),
  primary key (user_id, question_id, n),
  foreign key (user_id, question_id) references questions (user_id, id)
);

select guard_customer_tables();

-- Whether the actor is a professional whom the subject has given access, whatever its scope. An admin who looks is none.
create function has_grant() returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from public.grants
    where user_id = public.subject() and professional_id = public.actor() and granted_at is not null
      and revoked_at is null and (expires_at is null or expires_at > statement_timestamp())
  )
$$;
grant create on schema public to lotbook_ops;
alter function has_grant() owner to lotbook_ops;
revoke create on schema public from lotbook_ops;
revoke all on function has_grant() from public;
grant execute on function has_grant() to lotbook_app;

-- Access to look is enough to ask and to answer; an admin reads and writes nothing. Nobody writes in another's name, and nothing that
-- was written is changed or removed.
drop policy work_insert on questions;
drop policy work_update on questions;
drop policy work_delete on questions;
create policy work_insert on questions as restrictive for insert to lotbook_app
  with check (asked_by = (select actor()) and by_customer = (select actor() = subject()) and (select actor() = subject() or has_grant()));
create policy work_update on questions as restrictive for update to lotbook_app using ((select actor() = subject() or has_grant()));
create policy work_delete on questions as restrictive for delete to lotbook_app using (false);
drop policy work_insert on question_messages;
drop policy work_update on question_messages;
drop policy work_delete on question_messages;
create policy work_insert on question_messages as restrictive for insert to lotbook_app
  with check (author_id = (select actor()) and by_customer = (select actor() = subject()) and (select actor() = subject() or has_grant()));
create policy work_update on question_messages as restrictive for update to lotbook_app using (false);
create policy work_delete on question_messages as restrictive for delete to lotbook_app using (false);

-- The list of clients counts the questions of each year.
create trigger client_moved after insert or update of state on questions for each row execute function client_moved();
-- As lotbook_ops, which alone sees the rows of every professional.
set local role lotbook_ops;
update clients set is_stale = true;
reset role;
