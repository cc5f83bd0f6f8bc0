-- What a person is told about forms that are not on the paper that was asked for, and how far a long paper is. A person's name and number
-- are printed on forms: while an export is being made they stand sealed in `sealed`, in whose place the file comes.
alter table exports add column notes jsonb not null default '[]';
alter table exports add column pages_done integer;
alter table exports add column pages integer;
