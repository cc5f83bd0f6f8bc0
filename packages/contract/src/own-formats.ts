import { z } from 'zod'
import { id, instantText, success } from './common.ts'
import { filePreview } from './imports.ts'
import { OWN_ASSET_ROLES, OWN_KINDS, OWN_MEANINGS, OWN_ROLES } from './own-format-names.ts'
import { customerRoute, importRoute, readRoute } from './route.ts'

const MOST_COLUMNS = 200
const MOST_WORDS = 300

const title = z.string().trim().min(1).max(100)
const column = z
  .number()
  .int()
  .min(0)
  .max(MOST_COLUMNS - 1)

/** A file format as a person described it (N24): data, and none of theirs. It is also what a shared file of it holds. */
export const ownFormat = z.object({
  version: z.literal(1),
  /** Where such files come from: the account of their rows. */
  name: z.string().trim().min(1).max(60),
  header: z.array(z.string().max(200)).min(2).max(MOST_COLUMNS),
  kind: z.enum(OWN_KINDS),
  /** Columns by what they hold, counted from 0. */
  columns: z.partialRecord(z.enum(OWN_ROLES), column),
  /** Assets that no column names. */
  assets: z.partialRecord(z.enum(OWN_ASSET_ROLES), z.string().trim().min(1).max(20)),
  /** Zone of times that carry none. */
  time_zone: z.string().max(64),
  /** Order of dates that can be read in two ways; null: such a file asks. */
  date_order: z.enum(['month-first', 'day-first']).nullable(),
  /** The mark before the decimals of amounts; null, or none: as the amounts show. */
  decimal_mark: z.enum(['point', 'comma']).nullable().optional(),
  /** True where amounts contain the fee. */
  has_fee_inside: z.boolean(),
  /** Meanings of the words in the type column. One that is not here comes out flagged. */
  words: z
    .record(z.string().max(60), z.enum(OWN_MEANINGS))
    .refine((words) => Object.keys(words).length <= MOST_WORDS),
})
export type OwnFormat = z.infer<typeof ownFormat>

/** A kept file that no format reads, with what its columns most likely hold. Nothing is read by it before it is saved. */
export const fileColumns = z.object({
  file_name: z.string(),
  header_line: z.number().int(),
  data_rows: z.number().int(),
  columns: z.array(
    z.object({
      name: z.string(),
      samples: z.array(z.string()),
      /** Of a column with few different words: each, how often it is there, and what it most likely means. */
      words: z.array(
        z.object({ word: z.string(), rows: z.number().int(), meaning: z.enum(OWN_MEANINGS).nullable() }),
      ),
    }),
  ),
  format: ownFormat,
  /** The report that has this header. */
  looks_like: z.string().nullable(),
  /** The format of the product that comes closest, and how its columns differ. */
  closest: z
    .object({ name: z.string(), new_columns: z.array(z.string()), missing_columns: z.array(z.string()) })
    .nullable(),
  /** True where times say their zone themselves. */
  says_zone: z.boolean(),
  /** True where dates can be read in two ways. */
  is_order_open: z.boolean(),
})
export type FileColumns = z.infer<typeof fileColumns>

export const ownFormatRow = z.object({
  id,
  title: z.string(),
  columns: z.number().int(),
  created_at: instantText,
  /** Files that were read by it. */
  files: z.number().int(),
})
export type OwnFormatRow = z.infer<typeof ownFormatRow>

const described = z.object({ id, format: ownFormat })

export const ownFormats = {
  /** Formats that the customer described, and files that are kept and read by none. */
  list: readRoute.route({ method: 'GET', path: '/own_formats' }).output(
    z.object({
      data: z.array(ownFormatRow),
      waiting: z.array(z.object({ upload_id: id, file_name: z.string(), received_at: instantText })),
    }),
  ),
  /** What the columns of a kept file most likely hold, under the header that is found or in the line that is told; refused with `conflict` where the file is read by a format. */
  columns: readRoute
    .route({ method: 'GET', path: '/csv_uploads/{id}/columns' })
    .input(z.object({ id, header_line: z.coerce.number().int().min(1).max(60).optional() }))
    .output(fileColumns),
  /** The file as it would be read by this description; `message` where it cannot be. */
  preview: importRoute
    .route({ method: 'POST', path: '/csv_uploads/{id}/columns/preview' })
    .input(described)
    .output(filePreview),
  /** Keep the description, which is tested on this very file, and read the file by it. */
  save: importRoute
    .route({ method: 'POST', path: '/csv_uploads/{id}/columns' })
    .input(described)
    .output(success.extend({ format_id: id, source_id: id })),
  /** Read a kept file by a format that has its columns now. */
  read: importRoute
    .route({ method: 'POST', path: '/csv_uploads/{id}/read' })
    .input(z.object({ id }))
    .output(success.extend({ source_id: id })),
  /** Forget a kept file that was never read. */
  discard: importRoute
    .route({ method: 'DELETE', path: '/csv_uploads/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** One of them as it is handed on. */
  share: customerRoute
    .route({ method: 'GET', path: '/own_formats/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: ownFormat })),
  /** Take in one that was handed on; refused with `conflict` where one has its columns already. */
  add: customerRoute
    .route({ method: 'POST', path: '/own_formats' })
    .input(z.object({ format: ownFormat }))
    .output(success.extend({ id })),
  rename: customerRoute
    .route({ method: 'POST', path: '/own_formats/{id}/rename' })
    .input(z.object({ id, title }))
    .output(success),
  /** Files that were read by it stay as they are. */
  remove: customerRoute
    .route({ method: 'DELETE', path: '/own_formats/{id}' })
    .input(z.object({ id }))
    .output(success),
}
