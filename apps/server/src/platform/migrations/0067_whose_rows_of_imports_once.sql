-- Rows of an import come by the thousand in one statement: whose they are is asked of the session once, not for each (as 0032 does for
-- results). What the policies let in is the same.
alter policy own on transactions with check (user_id = (select subject()));
alter policy own on records with check (user_id = (select subject()));
alter policy own on valuations with check (user_id = (select subject()));
