-- Labs was there whatever its toggle said. The toggle counts now, and is on until somebody turns it off.
update toggles set is_on = true where name = 'labs';
