-- A person's word on a match is a change like any other, and the newest word stands.

-- Which kinds there are is the code's to say; each feature brings its own.
alter table changes drop constraint changes_kind_check;
alter table changes add constraint changes_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$');

alter table matches add column decided_at timestamptz(3);

-- The review queue: what changes most comes first; an effect that nobody knows counts as one that must be looked at.
create index findings_queue on findings (user_id, state, (coalesce(effect_high, 50)) desc, id desc);

-- What a person decided about a finding: what they chose, and their words.
alter table findings add column decision jsonb;
