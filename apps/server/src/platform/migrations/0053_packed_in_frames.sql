-- The packed journal lies in frames of zstd: it was read as often as anything, and most of it is zero. What was packed before is packed
-- anew by the next calculation.
truncate projections;
