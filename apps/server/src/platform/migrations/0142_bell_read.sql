-- What came up before this was seen in the bell.
alter table customers add column bell_read_at timestamptz(3);
