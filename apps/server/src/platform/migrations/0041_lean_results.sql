-- Rows of results come by the hundred thousand, and a third of the time that the database took for them went into asking of each
-- value what the engine and the invariants that every result is held to have answered for. The database still asks it of all
-- rows at once, at night and in tests (platform/invariants.ts). Rules are kept once for a calculation: rows share few sets of them.

alter table disposals no force row level security;
alter table incomes no force row level security;
alter table removals no force row level security;
alter table calculations no force row level security;

alter table calculations add column rule_sets jsonb;
alter table disposals add column rule_set smallint;
alter table incomes add column rule_set smallint;
alter table removals add column rule_set smallint;

create temp table sets on commit drop as
  select user_id, calculation_id, rules, (row_number() over (partition by user_id, calculation_id order by rules) - 1)::smallint as n
  from (
    select user_id, calculation_id, rules from disposals
    union select user_id, calculation_id, rules from incomes
    union select user_id, calculation_id, rules from removals
  ) r;
update calculations c set rule_sets = (
  select jsonb_agg(to_jsonb(s.rules) order by s.n) from sets s where (s.user_id, s.calculation_id) = (c.user_id, c.id)
) where exists (select 1 from sets s where (s.user_id, s.calculation_id) = (c.user_id, c.id));
update disposals d set rule_set = s.n from sets s
  where (s.user_id, s.calculation_id, s.rules) = (d.user_id, d.calculation_id, d.rules);
update incomes d set rule_set = s.n from sets s
  where (s.user_id, s.calculation_id, s.rules) = (d.user_id, d.calculation_id, d.rules);
update removals d set rule_set = s.n from sets s
  where (s.user_id, s.calculation_id, s.rules) = (d.user_id, d.calculation_id, d.rules);

alter table disposals
  drop constraint disposals_check, drop constraint disposals_term_check, drop column rules, alter column rule_set set not null,
  alter column quantity type numeric, alter column proceeds type numeric, alter column basis type numeric,
  alter column gain type numeric, alter column gross_proceeds type numeric, alter column fees type numeric;
alter table incomes
  drop column rules, alter column rule_set set not null, alter column quantity type numeric, alter column value type numeric;
alter table removals
  drop column rules, alter column rule_set set not null, alter column quantity type numeric, alter column basis type numeric,
  alter column value type numeric, alter column deduction type numeric;
alter table lots
  alter column quantity type numeric, alter column basis type numeric, alter column loss_basis type numeric;

alter table calculations force row level security;
alter table removals force row level security;
alter table incomes force row level security;
alter table disposals force row level security;
