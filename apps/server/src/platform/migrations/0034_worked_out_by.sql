-- What was worked out beside a calculation names the engine that did it: another engine may say otherwise.
alter table method_comparisons add column engine_version text not null default '';
alter table safe_harbor_comparisons add column engine_version text not null default '';
alter table method_comparisons alter column engine_version drop default;
alter table safe_harbor_comparisons alter column engine_version drop default;
