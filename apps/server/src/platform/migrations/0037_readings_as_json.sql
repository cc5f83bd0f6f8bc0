-- What a file says of an event is kept as it was said and only ever read whole: nothing looks into it.
alter table records alter column reading type json;
