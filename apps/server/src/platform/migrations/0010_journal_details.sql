-- What the reading of a file leaves beside its rows, and what a result row needs to explain itself.

alter table customers alter column pool_before_2025 set default 'account';

-- The finding of a row (code, column, value), and what the row says when its group spans several files.
alter table records add column finding jsonb;
alter table records add column reading jsonb;
alter table records add column source_row integer;
create index on records (user_id, fingerprint);

alter table uploads add column format_name text;
alter table uploads add column header_row integer;
alter table uploads add column options jsonb not null default '{}';

alter table connections add column format_id text;
alter table connections add column format_name text;
alter table connections add column already_here bigint not null default 0;
alter table connections add column parsed bigint not null default 0;

-- A value that the source states, in the currency it states it in; `value` is the event's, whichever side it is of.
alter table transactions add column value money_value;
alter table transactions add column value_currency text;
alter table transactions add constraint transactions_value check (num_nonnulls(value, value_currency) <> 1);
alter table transactions add column external_id text;
alter table transactions add column in_conflict text[];

-- A disposal's own arithmetic: what was realised before costs, the costs, and the rules that were applied.
alter table disposals add column gross_proceeds money_value;
alter table disposals add column fees money_value;
alter table disposals add column rules text[] not null default '{}';
alter table disposals add column at timestamptz(3);
alter table incomes add column at timestamptz(3);
alter table incomes add column rules text[] not null default '{}';
alter table removals add column at timestamptz(3);
alter table removals add column rules text[] not null default '{}';
alter table exports add column by_hand jsonb not null default '[]';
alter table exports add column media_type text;
alter table exports add column size_bytes bigint;
