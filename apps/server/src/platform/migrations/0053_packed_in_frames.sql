-- The packed journal lies in frames of zstd, each of a chunk and the prices of its transactions: it was read as often as anything, and
-- most of it is zero. What was packed before is packed anew by the next calculation.
truncate projections;
alter table projections drop column prices;
