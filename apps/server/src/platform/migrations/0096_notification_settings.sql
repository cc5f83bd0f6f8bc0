-- Kinds of mail that a customer may turn off.
alter table customers
  add column import_mails boolean not null default true,
  add column calculation_mails boolean not null default true;

-- Names the import or calculation that a mail tells of: each is mailed once, however often its job runs.
alter table mails add column about text;
create unique index on mails (user_id, about) where about is not null;
