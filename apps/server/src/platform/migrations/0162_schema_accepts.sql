-- The oldest program that may serve this schema, named by the newest migration it has. A program that finds migrations it does not know
-- asks here whether it may go on. A migration that takes away or narrows what older programs use names itself:
--   update migrations.schema_accepts set oldest_program = '0170_name_of_this_file.sql';
-- Programs from before this table take no later schema anyway.
create table migrations.schema_accepts (
  is_only boolean primary key default true check (is_only),
  oldest_program text not null
);
insert into migrations.schema_accepts (oldest_program) values ('0162_schema_accepts.sql');

-- Each node looks from time to time whether it may still serve.
grant usage on schema migrations to lotbook_ops;
grant select on migrations.applied, migrations.schema_accepts to lotbook_ops;
