-- Findings of an import are listed in pages, all of them or those of one severity, in the order of the file. A row that was used
-- can have a note.
create index on records (
  user_id, connection_id, (case when outcome in ('error', 'skipped') then outcome else 'note' end), line, id
) where reason is not null;
