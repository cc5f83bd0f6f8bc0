/** The schema in which the job engine keeps its queues. */
export const JOBS_SCHEMA = 'jobs'
