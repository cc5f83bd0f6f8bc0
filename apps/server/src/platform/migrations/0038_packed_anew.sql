-- Two works that read a changed journal at once could each pack it, and what was packed twice counted twice. Whoever packs now
-- does so alone; what is packed is packed anew, since nobody can tell which of it was.
truncate projections;
