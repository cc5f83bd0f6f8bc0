-- A Safe Harbor record is of the open assets that a person chooses; the others stay as they were.

-- Assets that were open when it was recorded and that it is not of: an earlier record goes on counting for them.
alter table safe_harbor_plans add column left_out text[] not null default '{}';

-- A choice says what it leaves out. Forced row-level security would hide its rows from the owner.
alter table safe_harbor_comparisons no force row level security;
update safe_harbor_comparisons set own = own || '{"left_out": []}' where jsonb_typeof(own) = 'object';
alter table safe_harbor_comparisons force row level security;
