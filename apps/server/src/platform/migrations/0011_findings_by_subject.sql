-- The list shows the findings of each row: found by what they are about, not by looking through all of them.
create index on findings (user_id, subject_id);
