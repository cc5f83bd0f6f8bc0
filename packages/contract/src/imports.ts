import { z } from 'zod'
import { decimalText, id, pageMeta, progress, success } from './common.ts'
import { customerRoute, importRoute, readRoute } from './route.ts'

/** R9.1 */
export const UPLOAD_MAX_BYTES = 10_485_760
/** R9.2 */
export const UPLOAD_EXTENSIONS = ['csv', 'xls', 'xlsx'] as const
/** R9.4 */
export const DEFAULT_EXCHANGE_VALUE = 'Custom CSV'
/** R9.3 */
export const UPLOAD_WIZARD_NAME = 'UploadCsvWizard'
/** Our template, empty, as CSV and as a workbook with the words of its Type column: downloads, beside the calls. */
export const TEMPLATE_PATHS = {
  csv: '/csv_uploads/lotbook-template.csv',
  xlsx: '/csv_uploads/lotbook-template.xlsx',
} as const
/** R9.9 to R9.11 */
export const IMPORT_HISTORY_PAGE_SIZE = 50
/** Accounts that a list of all of them has at most. */
export const ALL_ACCOUNTS = 1_000
/** Seconds before what was fetched can be fetched again. */
export const RESYNC_PAUSE_SECONDS = 60
export const SOURCES_PAGE_SIZE = 20
export const FINDINGS_PAGE_SIZE = 50

/** R4.28 */
export const importStatus = z.enum(['in-progress', 'complete'])
export const statusCode = z.enum([
  'notes',
  'failed',
  'cancelled',
  'needs_key',
  'needs_oauth',
  'needs_mapping',
  'deleting',
])

/** What a file can leave open (E3): the person answers, nothing is guessed. */
export const fileQuestionKind = z.enum(['format', 'time_zone', 'date_order', 'own_address', 'chain'])
export type FileQuestionKind = z.infer<typeof fileQuestionKind>

/** What the person says to it. They are kept with the upload. */
export const fileAnswers = z.object({
  format: z.string().max(100).optional(),
  /** An IANA zone. */
  time_zone: z.string().max(64).optional(),
  date_order: z.enum(['month-first', 'day-first']).optional(),
  own_address: z.string().max(100).optional(),
  /** Slug of the chain in the catalogue. */
  chain: z.string().max(64).optional(),
})
export type FileAnswers = z.infer<typeof fileAnswers>

/** An answer that a file was read by. */
export const readAs = z.object({
  kind: fileQuestionKind,
  value: z.string(),
  /** `person` said it of this file, `remembered` of an earlier one, `journal`: the account that has its rows knows. */
  from: z.enum(['person', 'remembered', 'journal']),
})
export type ReadAs = z.infer<typeof readAs>

/** A row of the import history: an account (R3.41 to R3.43). */
export const importHistory = z.object({
  id,
  account_name: z.string(),
  account_slug: z.string(),
  /** `api`, `wallet`, `manual`, else `CSV` (R3.47). */
  type: z.enum(['api', 'wallet', 'manual', 'CSV']),
  last_synced_at: z.string().nullable(),
  total_transactions: z.number().int(),
  /** Of these, arrivals of transfers: in the list of transactions they stand on the row of what left. */
  joined_transactions: z.number().int(),
  file_name: z.string().nullable(),
  custom_name: z.string().nullable(),
  import_options: z.array(z.string()),
  import_status: importStatus,
  status_code: statusCode.nullable(),
  progress: progress.nullable(),
  note_count: z.number().int(),
  error_count: z.number().int(),
  blockchain_url: z.string().nullable(),
  expandable: z.boolean(),
  us_based: z.boolean(),
  /** The connection that can be fetched again; null where there is none, as with files. */
  resync_id: id.nullable(),
  /** By which of the ways it is connected. */
  resync_method: z.enum(['oauth', 'api', 'wallet']).nullable(),
  source_id: id.nullable(),
  /** Nothing to fetch again, or it is running, closed, or was fetched less than a minute ago. */
  resync_disabled: z.boolean(),
  api_code: z.enum(['COINBASE_OAUTH_EXPIRED']).nullable(),
  /** Name of an explorer that no longer accepts the customer's own key; the address is fetched without it where it can be. */
  refused_key: z.string().nullable(),
  /** An address whose explorers take a key of the customer's own. */
  takes_own_key: z.boolean(),
  /** The first of its files that waits for an answer. */
  question: z.object({ source_id: id, file_name: z.string().nullable(), message: z.string() }).nullable(),
})
export type ImportHistory = z.infer<typeof importHistory>

/** A connection inside an account, on screen a source (R3.45 to R3.48). */
export const importSource = z.object({
  id,
  group_id: id,
  account_name: z.string(),
  account_slug: z.string(),
  blockchain_url: z.string().nullable(),
  last_sync: z.string().nullable(),
  /** When a connected account is fetched again by itself. */
  next_sync: z.string().nullable(),
  /** How far back its API goes, where it does not have the whole history. */
  history_limit: z.string().nullable(),
  total: z.number().int(),
  parsed: z.number().int(),
  /** Records of this file that another import had already brought. */
  already_here: z.number().int(),
  import_status: importStatus,
  status_code: statusCode.nullable(),
  reason: z.string().nullable(),
  progress: progress.nullable(),
  file_name: z.string().nullable(),
  file_type: z.enum(['api', 'wallet', 'manual', 'CSV']),
  format_name: z.string().nullable(),
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
  custom_name: z.string().nullable(),
  us_based: z.boolean(),
  error_count: z.number().int(),
  note_count: z.number().int(),
  /** Whether only what is new since the last time can be fetched. */
  allow_resync_new: z.boolean(),
  resync_disabled: z.boolean(),
  api_code: z.enum(['COINBASE_OAUTH_EXPIRED']).nullable(),
  /** Name of an explorer that no longer accepts the customer's own key; the address is fetched without it where it can be. */
  refused_key: z.string().nullable(),
  /** The file, whose rows can be looked at. */
  upload_id: id.nullable(),
  /** Other accounts that rows of this file are of. */
  also_in: z.array(z.string()),
  /** The zone that its wall-clock times were read in; null before it was read. */
  time_zone: z.string().nullable(),
  read_as: z.array(readAs),
})
export type ImportSource = z.infer<typeof importSource>

/** The answer to an upload (R3.14). Not recognised: `error`, and the file is kept. */
export const uploadResult = z.object({
  status: z.enum(['success', 'error']),
  first_import: z.boolean(),
  upload_id: id.nullable(),
  /** The connection that the file became; its import reports progress under it. */
  source_id: id.nullable(),
  format_name: z.string().nullable(),
  account_name: z.string().nullable(),
  /** The same bytes were uploaded before. */
  is_repeat: z.boolean(),
  /** What is wrong, in a sentence naming file, line and column where there are any. */
  message: z.string().nullable(),
})
export type UploadResult = z.infer<typeof uploadResult>

/** What the reader says of a row it could not take whole, or a note on one it took. */
export const importFinding = z.object({
  severity: z.enum(['note', 'error', 'skipped']),
  code: z.string(),
  /** 1-based row after the header; null for a finding on the file. */
  row: z.number().int().nullable(),
  line: z.number().int().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})
export type ImportFinding = z.infer<typeof importFinding>

/** Assets and unread rows that a receipt names. */
export const RECEIPT_ASSETS = 12
export const RECEIPT_UNREAD = 3

/** What a file brought: its transactions, their assets, and the first of the rows that could not be read. */
export const importReceipt = z.object({
  source: importSource,
  transactions: z.number().int(),
  /** Those of most transactions first, at most twelve. */
  assets: z.array(z.object({ asset: z.string(), symbol: z.string() })),
  /** All of them. */
  asset_count: z.number().int(),
  unread: z.array(importFinding),
})
export type ImportReceipt = z.infer<typeof importReceipt>

/** Page of a log of errors. */
export const ERROR_LOG_PAGE_SIZE = 50

/** What could not be read of an import (R2.49), in the order of the file. */
export const errorLog = z.object({
  source: importSource,
  data: z.array(
    importFinding.pick({ code: true, line: true, column: true, value: true, message: true }).extend({
      /** The row as it stands in the file; empty where the file cannot be opened for it. */
      cells: z.array(z.object({ column: z.string(), value: z.string() })),
    }),
  ),
  meta: pageMeta,
})
export type ErrorLog = z.infer<typeof errorLog>

/** An original row beside what was made of it. */
export const previewRow = z.object({
  row: z.number().int(),
  line: z.number().int(),
  cells: z.array(z.string()),
  /** `open`: not read before a question is answered. */
  outcome: z.enum(['used', 'skipped', 'note', 'error', 'open']),
  /** A sentence of what was read, or why it was not. */
  reading: z.string(),
})

/** A question of a file, with the answer that the rows beside it are read under. */
export const fileQuestion = z.object({
  kind: fileQuestionKind,
  message: z.string(),
  /** What can be answered; empty for a time zone. */
  candidates: z.array(z.object({ value: z.string(), label: z.string() })),
  /** What such files mostly are. */
  usual: z.string().nullable(),
  /** Null: nothing is proposed, the person has to choose. */
  answer: z.string().nullable(),
  answer_from: z.enum(['person', 'remembered', 'journal', 'usual', 'settings']).nullable(),
})
export type FileQuestion = z.infer<typeof fileQuestion>

/** What a file holds and what would come of it, before anything is kept (E6) or after. */
export const filePreview = z.object({
  file_name: z.string(),
  format_name: z.string().nullable(),
  account_name: z.string().nullable(),
  /** Whose wall clock the times of the file are read by. */
  time_zone: z.string().nullable(),
  questions: z.array(fileQuestion),
  /** Why it cannot be read as it stands: file, line and column where there are any. */
  message: z.string().nullable(),
  header: z.array(z.string()),
  rows: z.array(previewRow),
  data_rows: z.number().int(),
  /** Null while a question is open, and where only the first rows were asked for. */
  summary: z
    .object({
      transactions: z.number().int(),
      /** Transactions that the journal has already. */
      already_here: z.number().int(),
      used: z.number().int(),
      errors: z.number().int(),
      notes: z.number().int(),
      skipped: z.array(z.object({ reason: z.string(), rows: z.number().int() })),
      /** What the file leaves of each asset: all that came less all that went; beside it the last balance that the file itself states. */
      balances: z.array(
        z.object({ symbol: z.string(), amount: decimalText, stated: decimalText.nullable() }),
      ),
      /** What it would change in the years, in the currency of the return (N8); null where nobody asked before it is kept. */
      effect: z
        .object({
          /** Why it is not known. */
          refused: z.string().nullable(),
          years: z.array(
            z.object({
              year: z.number().int(),
              gain: decimalText,
              short: decimalText,
              income: decimalText,
            }),
          ),
          /** Transactions of the file without a known value. */
          unpriced: z.number().int(),
        })
        .nullable(),
    })
    .nullable(),
})
export type FilePreview = z.infer<typeof filePreview>

/** A file on its way in, with what was said to its questions. */
export const uploadInput = z.object({
  file: z.file(),
  trace_id: id.optional(),
  exchange_value: z.string().default(DEFAULT_EXCHANGE_VALUE),
  ...fileAnswers.shape,
})
export type UploadInput = z.infer<typeof uploadInput>

/** A file among all files, under the name of its account. */
export const listedFile = importSource.pick({
  id: true,
  group_id: true,
  file_name: true,
  format_name: true,
  import_status: true,
  status_code: true,
  total: true,
  parsed: true,
  last_sync: true,
})
export type ListedFile = z.infer<typeof listedFile>

/** Credentials of an exchange's API, as they are typed. */
export const yes = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

const historiesPage = z.object({
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(200).default(IMPORT_HISTORY_PAGE_SIZE),
})
const historiesAnswer = z.object({ data: z.array(importHistory), meta: pageMeta })
const newName = z.object({ id, name: z.string().trim().min(1).max(100) })
const usBased = z.object({ id, us_based: z.boolean() })

export const imports = {
  /**
   * R7.4, O-1. Multipart with `file`, `trace_id`, `exchange_value` (default 'Custom CSV'), one file a request;
   * the server reads it as a stream. Listed here for its answer and for the document.
   */
  upload: importRoute.route({ method: 'POST', path: '/csv_uploads' }).input(uploadInput).output(uploadResult),
  /** E6: the same form, read and told and not kept. */
  check: importRoute
    .route({ method: 'POST', path: '/csv_uploads/check' })
    .input(uploadInput)
    .output(filePreview),
  /** Rows of an uploaded file, original beside reading, from row `from` on; and what came of it in all. */
  preview: readRoute
    .route({ method: 'GET', path: '/csv_uploads/{id}/preview' })
    .input(z.object({ id, from: z.coerce.number().int().min(1).default(1) }))
    .output(filePreview),
  /** R7.66 */
  histories: readRoute
    .route({ method: 'GET', path: '/imports/v2/import_histories' })
    .input(historiesPage)
    .output(historiesAnswer),
  /** R7.49: the first page of the same, or with `all` every account. */
  allHistories: readRoute
    .route({ method: 'GET', path: '/imports/v1/import_histories' })
    .input(z.object({ all: yes.default(false) }))
    .output(historiesAnswer),
  /** R7.75: the same under /compliance. */
  complianceHistories: customerRoute
    .route({ method: 'GET', path: '/compliance/v1/import_histories' })
    .input(historiesPage)
    .output(historiesAnswer),
  /** R7.67: an account with all that came through it; it can be imported again with its edits. */
  deleteHistory: customerRoute
    .route({ method: 'DELETE', path: '/imports/v2/import_histories/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** R7.50: the same, under its older path. */
  deleteHistoryV1: customerRoute
    .route({ method: 'DELETE', path: '/imports/v1/import_histories/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** R7.68 */
  exchangeSources: readRoute
    .route({ method: 'GET', path: '/imports/v2/import_histories/{id}/exchange_sources' })
    .input(
      z.object({
        id,
        page: z.coerce.number().int().min(1).default(1),
        size: z.coerce.number().int().min(1).max(200).default(SOURCES_PAGE_SIZE),
      }),
    )
    .output(z.object({ data: z.array(importSource), meta: pageMeta })),
  /** One connection and the state of its newest import. */
  source: readRoute
    .route({ method: 'GET', path: '/imports/v2/sources/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: importSource })),
  /** The end of an import, first or later, in figures. */
  receipt: readRoute
    .route({ method: 'GET', path: '/imports/v2/sources/{id}/receipt' })
    .input(z.object({ id }))
    .output(z.object({ data: importReceipt })),
  deleteSource: customerRoute
    .route({ method: 'DELETE', path: '/imports/v2/sources/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** R7.74: the same, under its older path. */
  deleteTransactionCsv: customerRoute
    .route({ method: 'DELETE', path: '/transaction/delete_transaction_csv/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** Notes, errors and skipped rows of a connection, in the order of the file. */
  findings: readRoute
    .route({ method: 'GET', path: '/imports/v2/sources/{id}/findings' })
    .input(
      z.object({
        id,
        severity: z.enum(['note', 'error', 'skipped']).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        size: z.coerce.number().int().min(1).max(200).default(FINDINGS_PAGE_SIZE),
      }),
    )
    .output(z.object({ file_name: z.string().nullable(), data: z.array(importFinding), meta: pageMeta })),
  /** R2.49: the rows of a connection that could not be read, each beside its original. */
  errorLog: readRoute
    .route({ method: 'GET', path: '/imports/v2/sources/{id}/error_log' })
    .input(z.object({ id, page: z.coerce.number().int().min(1).max(100_000).default(1) }))
    .output(errorLog),
  /** What a file asks, and its first rows as they read under these answers. */
  question: readRoute
    .route({ method: 'GET', path: '/imports/v2/sources/{id}/question' })
    .input(fileAnswers.extend({ id }))
    .output(filePreview),
  /**
   * Answer, and the stored file is read again. Of a file that is in already the answers can be changed: what it brought is
   * taken out and it comes in anew, as a source of another id.
   */
  answer: importRoute
    .route({ method: 'POST', path: '/imports/v2/sources/{id}/answer' })
    .input(fileAnswers.extend({ id }))
    .output(success.extend({ source_id: id })),
  cancel: importRoute
    .route({ method: 'POST', path: '/imports/v2/sources/{id}/cancel' })
    .input(z.object({ id }))
    .output(success),
  retry: importRoute
    .route({ method: 'POST', path: '/imports/v2/sources/{id}/retry' })
    .input(z.object({ id }))
    .output(success),
  /** R7.69 */
  updateName: customerRoute
    .route({ method: 'POST', path: '/imports/v2/update_name' })
    .input(newName)
    .output(success),
  /** R7.51: the same, under its older path. */
  updateNameV1: customerRoute
    .route({ method: 'POST', path: '/imports/v1/import_histories/update_name' })
    .input(newName)
    .output(success),
  /** R7.70 */
  updateUsBased: customerRoute
    .route({ method: 'POST', path: '/imports/v2/update_us_based' })
    .input(usBased)
    .output(success),
  /** R7.52: the same, under its older path. */
  updateUsBasedV1: customerRoute
    .route({ method: 'POST', path: '/imports/v1/import_histories/update_us_based' })
    .input(usBased)
    .output(success),
  /** R7.53 */
  historyExists: readRoute
    .route({ method: 'GET', path: '/imports/v1/import_histories/import_history_exists' })
    .output(z.object({ transaction_uploaded: z.boolean() })),
  /** R7.33: has `import_history_exists` tell what there is now. */
  updateTransactionUploaded: customerRoute
    .route({ method: 'POST', path: '/users/update_transaction_uploaded' })
    .output(success.extend({ transaction_uploaded: z.boolean() })),
  /** R7.54: whether what was imported needs a plan that is not there. */
  paymentRequired: customerRoute
    .route({ method: 'GET', path: '/imports/v1/import_histories/payment_required' })
    .output(z.object({ payment_required: z.boolean() })),
  /** R7.71: an account's connection fetches again what it has; a file cannot. */
  resyncAccount: importRoute
    .route({ method: 'POST', path: '/imports/v2/actions/resync_account' })
    .input(z.object({ id }))
    .output(success),
  /** The same, of one source. */
  resyncSource: importRoute
    .route({ method: 'POST', path: '/trigger_resynchronize_source' })
    .input(z.object({ source_id: id }))
    .output(success),
  /** R7.80: whether files can be uploaded under /compliance. */
  csvImportEnabled: customerRoute
    .route({ method: 'GET', path: '/compliance/v1/imports/check_csv_import_enabled' })
    .output(z.object({ csv_import_enabled: z.boolean() })),
  /** R7.32: files by the name of their account; without `all` those that were read. */
  listCsvFiles: readRoute
    .route({ method: 'GET', path: '/users/list_csv_files' })
    .input(z.object({ all: yes.default(false) }))
    .output(z.record(z.string(), z.array(listedFile))),
}
