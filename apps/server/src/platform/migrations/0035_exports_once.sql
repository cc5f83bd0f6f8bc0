-- What an export is made of, as a hash: asked for again while that is the same, it is the one that is there.
alter table exports add column made_of bytea;
create index on exports (user_id, made_of) where made_of is not null;
