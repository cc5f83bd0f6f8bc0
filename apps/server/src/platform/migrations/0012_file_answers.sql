-- What a file left open, and what it was told.

-- What the person said, kept with the bytes; `time_zone` stands beside it, as it always did.
alter table uploads add column answers jsonb not null default '{}';

-- The question of the reading that stopped at it (state `needs_mapping`), and the answers that the last reading went by.
alter table connections add column question text;
alter table connections add column read_as jsonb not null default '[]';
