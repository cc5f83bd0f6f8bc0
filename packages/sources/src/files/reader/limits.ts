/** Largest file that is uploaded (10 MB: specification section 5), and that is read unless the caller says otherwise. */
export const MAX_FILE_BYTES = 10_485_760
/** Largest file that a terminal reads. It is held in memory as text and as cells, about ten times its size: 1.3 GB. */
export const MAX_LOCAL_FILE_BYTES = 128 * 1024 * 1024
export const MAX_ROWS = 500_000
export const MAX_COLUMNS = 200
/** Characters of one cell. Also what bounds a quote that never closes. */
export const MAX_CELL_LENGTH = 65_536
/** Lines in which a header is looked for: real preambles have up to 15. */
export const HEADER_LINES = 20

export const MAX_ZIP_ENTRIES = 200
export const MAX_INFLATED_BYTES = 200 * 1024 * 1024
/** Beyond this many bytes a part may not be more than 100 times its compressed size. */
export const RATIO_FROM_BYTES = 1024 * 1024
export const MAX_INFLATE_RATIO = 100
export const MAX_SHARED_STRINGS = 1_000_000
