import { basename } from 'node:path'
import { contract, PRICE_TEMPLATE_PATH, type PriceProblem } from '@lotbook/contract'
import { type PriceFileReading, priceTemplateCsv } from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { received } from '../../platform/multipart.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { ReaderStopped, type Reader, type Readers } from '../../journal/reading/reader.ts'
import { readerOf } from '../../journal/reading/readers.ts'
import { acceptedFile } from '../imports/accepted-file.ts'
import { assetGivenBy } from '../../journal/transactions/asset-given-by.ts'
import { historicalPrice } from './historical-price.ts'
import { missingPrices } from '../../journal/valuing/missing-prices.ts'
import { fillPricesJob, type PriceServices } from './fill-prices.ts'
import { lookUpAgain } from './look-up-again.ts'
import { lookUpPrice } from './look-up-price.ts'
import { listOwnPrices } from './list-own-prices.ts'
import {
  addPriceFile,
  currencyOf,
  priceFiles,
  priceProblems,
  removePriceFile,
  restorePriceFile,
} from './price-files.ts'
import { readPriceLookup } from './price-lookup.ts'
import { refreshPricesJob } from './refresh-prices.ts'

const os = routes(contract.prices)
/** Bad rows in the answer to an upload; the rest is asked for. */
const PROBLEMS_IN_ANSWER = 100

const upload = (readers: Readers) =>
  os.upload.handler(async ({ input, context }) => {
    await context.limit('uploads')
    const { db, who, now } = context
    const { name, contents: bytes } = received(input.file)
    const { file } = acceptedFile({ name, bytes, exchangeValue: '', answers: {} })
    const named = input.asset ?? ''
    const { asset, currency } = await withSubject(db, who, async (tx) => ({
      asset: named === '' ? '' : await assetGivenBy(tx, who.subjectId, named, { field: 'asset' }),
      currency: await currencyOf(tx, who.subjectId),
    }))
    const reading = await pricesIn(readers(who.subjectId), file, { currency, asset, now: now.getTime() })
    if (reading.outcome === 'asset-missing')
      refuse('invalid_input', undefined, {
        fields: { asset: 'The file does not say which asset its prices are for. Name it.' },
      })
    if (reading.outcome === 'refused') refuse('unsupported_file', `${file.name}: ${reading.message}`)
    if (reading.prices.length === 0)
      refuse('unsupported_file', `${file.name}: ${noPriceWords(reading.problems)}`)
    return withSubject(db, who, async (tx) => {
      const { subjectId: userId } = who
      const { id, isRepeat, ...revalued } = await addPriceFile(tx, userId, {
        file,
        asset,
        currency,
        now,
        reading,
      })
      await auditRequest(tx, context, { event: 'price_file_received', object: `price_file:${id}` })
      const [stored] = await priceFiles(tx, userId, id)
      const { data } = await priceProblems(tx, userId, id)
      return {
        status: 'success' as const,
        file: stored ?? refuse('not_found'),
        is_repeat: isRepeat,
        ...revalued,
        problems: data.slice(0, PROBLEMS_IN_ANSWER),
      }
    })
  })

/** Reasons that are told of a file without one price. */
const REASONS_TOLD = 3

/** Why nothing is kept of a file: what is wrong with its first rows. */
function noPriceWords(problems: readonly PriceProblem[]): string {
  if (problems.length === 0) return 'There is no row in it.'
  const told = problems.slice(0, REASONS_TOLD).map(({ line, column, message }) => {
    return `Line ${line}${column === null ? '' : `, ${column}`}: ${message}`
  })
  const rest = problems.length - told.length
  const more =
    rest > 0 ? [`${rest.toLocaleString('en-US')} more ${rest === 1 ? 'row' : 'rows'} like these.`] : []
  return ['No row has a price that can be used, so nothing is kept.', ...told, ...more].join(' ')
}

async function pricesIn(
  reader: Reader,
  ...[file, options]: Parameters<Reader['prices']>
): Promise<PriceFileReading> {
  try {
    return await reader.prices(file, options)
  } catch (error) {
    if (!(error instanceof ReaderStopped)) throw error
    return { outcome: 'refused', message: error.message }
  }
}

const files = os.files.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({ data: await priceFiles(tx, context.who.subjectId) })),
)

const problems = os.problems.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => priceProblems(tx, context.who.subjectId, input.id)),
)

const remove = os.remove.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const revalued = await removePriceFile(tx, context.who.subjectId, input.id, context.now)
    await auditRequest(tx, context, { event: 'price_file_deleted', object: `price_file:${input.id}` })
    return { status: 'success' as const, ...revalued }
  }),
)

const restore = os.restore.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const revalued = await restorePriceFile(tx, context.who.subjectId, input.id)
    await auditRequest(tx, context, { event: 'price_file_restored', object: `price_file:${input.id}` })
    return { status: 'success' as const, ...revalued }
  }),
)

const list = os.list.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => listOwnPrices(tx, context.who.subjectId, input)),
)

const missing = os.missing.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    ...(await readPriceLookup(tx, context.who.subjectId)),
    data: await missingPrices(tx, context.who.subjectId),
  })),
)

const lookUp = os.lookUp.handler(async ({ input, context }) => {
  await context.limit('search')
  return withSubject(context.db, context.who, async (tx) => {
    await lookUpAgain(tx, context.who.subjectId, input.asset, context.now)
    return { status: 'success' as const }
  })
})

const historical = os.historicalPrice.handler(async ({ input, context }) => {
  await context.limit('search')
  const { db, who, now } = context
  const read = () => withSubject(db, who, (tx) => historicalPrice(tx, who.subjectId, input, now))
  const known = await read()
  if (known.status !== 'unknown') return known
  await lookUpPrice(context, known)
  const found = await read()
  return found.status === 'unknown' ? refuse('not_found', 'No price is known for this moment.') : found
})

/** Price files, the customer's own prices, and prices of providers. */
export function pricesFeature(services: PriceServices, readers: Readers = readerOf): Feature {
  return {
    routes: {
      prices: {
        upload: upload(readers),
        files,
        problems,
        remove,
        restore,
        list,
        missing,
        lookUp,
        historicalPrice: historical,
      },
    },
    jobs: [fillPricesJob(services), refreshPricesJob(services)],
    raw: (app) => {
      app.get(PRICE_TEMPLATE_PATH, { config: { access: ['customer'], scope: 'read' } }, (_, reply) =>
        reply.headers(downloadHeaders(basename(PRICE_TEMPLATE_PATH), 'text/csv')).send(priceTemplateCsv()),
      )
    },
  }
}
