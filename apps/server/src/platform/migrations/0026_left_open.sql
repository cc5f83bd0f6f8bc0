-- A question that a person did not know the answer of: the walk does not ask it again, the review queue keeps it.
alter table findings add column left_open_at timestamptz(3);

-- What was settled and comes up again is a new question.
create function ask_anew() returns trigger language plpgsql as $$
begin
  new.left_open_at := null;
  return new;
end $$;
create trigger ask_anew before update on findings for each row
  when (old.state <> 'open' and new.state = 'open') execute function ask_anew();
