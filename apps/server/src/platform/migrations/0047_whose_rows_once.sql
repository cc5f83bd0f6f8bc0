-- Whose the rows of a result are was asked of the session for each of them: an eighth of what the database does for a row. COPY works an
-- expression without variables out once, before the first row, if its function is said to be immutable. So this one is, which holds for
-- as long as a statement runs, and not for a plan that is kept: INSERT, which may keep one, is refused where this default counts.

create function owner_of_rows() returns uuid language plpgsql immutable as $$
begin
  return case when actor() = subject() then subject() end;
end $$;

create function refuse_insert() returns trigger language plpgsql as $$
begin
  if current_query() !~* '^\s*copy\s' then
    raise exception 'rows of % go in by COPY', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

do $$
declare
  rows text;
begin
  foreach rows in array '{disposal_rows,income_rows,removal_rows,lot_rows}'::text[] loop
    execute format('alter table %I alter column user_id set default owner_of_rows()', rows);
    execute format('create trigger by_copy_only before insert on %I for each statement when (current_user = ''lotbook_app'')
      execute function refuse_insert()', rows);
  end loop;
end $$;
