-- The place of a record that is no line of a file: an entry of an API's page, a transaction of a chain, a form. A line has its
-- number in `line` and no origin of its own, since upload and line are its place.
alter table records add column origin jsonb;
alter table records add constraint records_have_one_place check (line is null or origin is null);
