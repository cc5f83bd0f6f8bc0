import { join, resolve } from 'node:path'
import { expectedWords } from '@lotbook/contract'
import { isElectrum, isProviderName, priceProviders, type ProviderName, PROVIDERS } from '@lotbook/sources'
import { z } from 'zod'
import { electrumAddress } from './electrum-address.ts'
import { Secret } from './secret.ts'

const PROJECT = join(import.meta.dirname, '../../../..')
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
const isLoopbackOrigin = (text: string) => isLoopbackHost(new URL(text).hostname)

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const outside = z.url({ protocol: /^https$/ })

const withoutSlash = (text: string) => text.replace(/\/+$/, '')

/** One server in place of all providers: of this machine, since keys and tokens are sent to it. */
const localServer = z
  .url({ protocol: /^https?$/ })
  .refine((text) => isLoopbackOrigin(text), { message: 'expected an address of this machine' })
  .transform(withoutSlash)

const ownUrl = z.url({ protocol: /^https?$/ }).transform(withoutSlash)

/** The address of a node: of a server of the Electrum protocol where its provider is one, of an HTTP server else. */
const ownAddress = ([name, text]: readonly [ProviderName, string], context: z.RefinementCtx): Own => {
  const problem = (message: string) => context.addIssue({ code: 'custom', message: `${name}: ${message}` })
  if (isElectrum(PROVIDERS[name].base)) {
    const read = electrumAddress(text)
    if (typeof read === 'string') problem(read)
    return [name, text]
  }
  const read = ownUrl.safeParse(text)
  if (!read.success) problem('expected an address that begins with http:// or https://')
  return [name, read.data ?? text]
}
type Own = [name: ProviderName, url: string]

/** `name=url,name=url`: an operator's own nodes and mirrors. */
const ownProviders = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim().split(/=(.*)/s)))
  .pipe(
    z.array(
      z
        .tuple(
          [z.string().refine(isProviderName, { message: 'expected the name of a provider' }), z.string()],
          z.string(),
        )
        .transform(([name, url], context) => ownAddress([name, url], context)),
    ),
  )
  .transform((all): Partial<Record<ProviderName, string>> =>
    Object.fromEntries(all.map(([name, url]) => [name, url])),
  )

const PRICE_PROVIDERS = priceProviders.map(({ name }) => name)

/** Who is asked for prices, in this order; `none` for nobody. */
const priceOrder = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((one) => one.trim())))
  .pipe(
    z.array(
      z.string().refine((name): name is ProviderName => PRICE_PROVIDERS.some((known) => known === name), {
        message: `expected none, or some of ${PRICE_PROVIDERS.join(', ')}`,
      }),
    ),
  )
  .refine((names) => new Set(names).size === names.length, { message: 'expected each provider once' })

/** A key as providers hand them out. */
const operatorKey = z.string().regex(/^[\w.-]{10,1000}$/, { error: 'expected a key' })

const schema = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOLER: z.enum(['none', 'transaction']).optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  LOTBOOK_DATA: z.string().min(1).optional(),
  LOTBOOK_WEB: z.string().min(1).optional(),
  LOTBOOK_FORMS: z.string().min(1).optional(),
  LOTBOOK_ORIGIN: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(origin).min(1))
    .optional(),
  API_HOST: origin.optional(),
  SUPPORT_URL: outside.optional(),
  HELP_URL: outside.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  OUTBOX: z.enum(['open', 'closed']).default('closed'),
  MAIL_FROM: z.string().min(3).default('Lotbook <lotbook@localhost>'),
  LOTBOOK_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  LOTBOOK_TRUSTED_PROXIES: whole(0, 10).default(0),
  LOTBOOK_DRAIN_S: whole(0, 300).optional(),
  LOTBOOK_DOCS: z.enum(['0', '1']).optional(),
  LOTBOOK_METRICS_PORT: whole(1, 65_535).optional(),
  LOTBOOK_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOTBOOK_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  LOTBOOK_MASTER_KEY_FILE: z.string().min(1).optional(),
  COINBASE_CLIENT_ID: z.string().min(1).optional(),
  COINBASE_CLIENT_SECRET: z.string().min(1).optional(),
  PAYMENTS: z.enum(['none', 'test', 'stripe']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{10,300}$/, { error: 'expected a secret key of Stripe' })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{10,300}$/, { error: 'expected a webhook secret of Stripe' })
    .optional(),
  FILING_PARTNER_NAME: z.string().trim().min(1).max(60).optional(),
  FILING_PARTNER_URL: z
    .url({ protocol: /^https?$/ })
    .transform(withoutSlash)
    .optional(),
  FILING_PARTNER_KEY: z.string().min(10).max(500).optional(),
  PROVIDERS_URL: localServer.optional(),
  PROVIDER_URLS: ownProviders.optional(),
  PRICE_PROVIDERS: priceOrder.optional(),
  FETCHED_ENTRIES_MAX: whole(1, 100_000_000).default(2_000_000),
  MAILED_CODE_PAUSE_S: whole(1, 3_600).default(60),
  OUTBOUND_PROXY: z.url({ protocol: /^https?$/ }).optional(),
  BLOCKSCOUT_API_KEY: operatorKey.optional(),
  ETHERSCAN_API_KEY: operatorKey.optional(),
  HELIUS_API_KEY: operatorKey.optional(),
  KOIOS_API_KEY: operatorKey.optional(),
  SUBSCAN_API_KEY: operatorKey.optional(),
  TRONGRID_API_KEY: operatorKey.optional(),
})

export interface Config {
  readonly port: number
  readonly host: string
  /** Undefined: the built-in database. */
  readonly databaseUrl: string | undefined
  /** A pooler in transaction mode stands before that database; `directUrl` leads past it, where there is such a way. */
  readonly pooler: { readonly directUrl: string | undefined } | undefined
  readonly dataDirectory: string
  readonly masterKeyFile: string
  /** A folder with forms of the IRS; undefined: each is got from the IRS once, and kept in the data folder. */
  readonly formsDirectory: string | undefined
  /** The built web application. */
  readonly webDirectory: string
  /** Where the web application is served from; empty: loopback at whatever port was taken. */
  readonly origins: readonly string[]
  /** Set when the API has a host of its own. */
  readonly apiHost: string | undefined
  /** Where people ask for help, and where the guides stand; without one the page has no way to it. */
  readonly supportUrl: string | undefined
  readonly helpUrl: string | undefined
  readonly isSecure: boolean
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Mails that no server took can be read in the browser, on this machine. */
  readonly isOutboxOpen: boolean
  readonly role: 'all' | 'api' | 'worker'
  readonly trustedProxies: number
  /** A node that stops says for so long that it is not ready, and goes on answering: a proxy has heard of it by then. */
  readonly drainMs: number
  /** The document of the API and its page are there for anybody. */
  readonly hasDocs: boolean
  readonly logLevel: string
  /** Where figures of this node are read by a collector; undefined: none are collected. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The collector that traces are sent to; undefined: nothing is traced. */
  readonly tracesUrl: string | undefined
  /** The client that the operator registered at Coinbase; undefined: nobody signs in there. */
  readonly coinbase: { readonly clientId: string; readonly clientSecret: Secret<string> } | undefined
  /** How plans are paid: not at all, in a marked test checkout, or by the provider. */
  readonly payments: 'none' | 'test' | 'stripe'
  /** Keys of the payment provider; undefined where it is not configured. */
  readonly stripe: { readonly secretKey: Secret<string>; readonly webhookSecret: Secret<string> } | undefined
  /** The partner that files returns with people; undefined where the operator named none. */
  readonly filingPartner:
    | { readonly name: string; readonly url: string; readonly key: Secret<string> }
    | undefined
  /** One local server below which every provider answers, as `<url>/<name>`: for development and tests. */
  readonly providersUrl: string | undefined
  /** The operator's own nodes and mirrors in place of providers; they may be inside this network. */
  readonly providerUrls: Readonly<Partial<Record<ProviderName, string>>>
  /** The most entries of one connection that are fetched. */
  readonly fetchedEntriesMax: number
  /** The proxy that providers are reached through, where there is no other way out. */
  readonly proxyUrl: string | undefined
  /** Who is asked for prices, in this order; nobody where it is empty. */
  readonly priceProviders: readonly ProviderName[]
  /** A provider that mails codes is asked for another mail this long after the last at the earliest (R8.32). */
  readonly mailedCodePauseMs: number
  /** Keys of the operator's, for providers that take one. */
  readonly providerKeys: Readonly<Partial<Record<ProviderName, Secret<string>>>>
}

/**
 * The configuration of this process, from its environment.
 *
 * @throws Error that names every variable that is wrong.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is one that was not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given, { error: expectedWords })
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new Error(`The configuration is wrong:\n${lines.join('\n')}`)
  }
  const value = parsed.data
  const origins = value.LOTBOOK_ORIGIN ?? []
  const isSecure = origins.length > 0 && origins.every((one) => one.startsWith('https:'))
  const isLoopback = LOOPBACK.has(value.HOST)
  if (!isLoopback && !isSecure && value.LOTBOOK_ROLE !== 'worker') {
    throw new Error(
      `The configuration is wrong:\n  HOST: ${value.HOST} is reached from outside this machine, so people would ` +
        `send passwords in the clear. Put TLS in front and set LOTBOOK_ORIGIN=https://…`,
    )
  }
  const isOnlyLocal = isLoopback && value.LOTBOOK_TRUSTED_PROXIES === 0 && origins.every(isLoopbackOrigin)
  const partner = partnerOf(value)
  const dataDirectory = resolve(value.LOTBOOK_DATA ?? join(PROJECT, 'data'))
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    pooler: poolerOf(value),
    dataDirectory,
    masterKeyFile: resolve(value.LOTBOOK_MASTER_KEY_FILE ?? join(dataDirectory, 'master.key')),
    formsDirectory: value.LOTBOOK_FORMS === undefined ? undefined : resolve(value.LOTBOOK_FORMS),
    webDirectory: resolve(value.LOTBOOK_WEB ?? join(PROJECT, 'apps/web/dist')),
    origins,
    apiHost: value.API_HOST,
    supportUrl: value.SUPPORT_URL,
    helpUrl: value.HELP_URL,
    isSecure,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    isOutboxOpen: value.OUTBOX === 'open' && value.SMTP_URL === undefined && isOnlyLocal,
    role: value.LOTBOOK_ROLE,
    trustedProxies: value.LOTBOOK_TRUSTED_PROXIES,
    drainMs: 1000 * (value.LOTBOOK_DRAIN_S ?? (value.LOTBOOK_TRUSTED_PROXIES > 0 ? 5 : 0)),
    hasDocs: value.LOTBOOK_DOCS !== '0',
    logLevel: value.LOTBOOK_LOG,
    metrics:
      value.LOTBOOK_METRICS_PORT === undefined
        ? undefined
        : { host: value.LOTBOOK_METRICS_HOST, port: value.LOTBOOK_METRICS_PORT },
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    coinbase:
      value.COINBASE_CLIENT_ID === undefined || value.COINBASE_CLIENT_SECRET === undefined
        ? undefined
        : {
            clientId: value.COINBASE_CLIENT_ID,
            clientSecret: new Secret(value.COINBASE_CLIENT_SECRET),
          },
    ...paymentsOf(value),
    filingPartner: partner,
    providersUrl: value.PROVIDERS_URL,
    providerUrls: { ...value.PROVIDER_URLS, ...(partner && { 'filing-partner': partner.url }) },
    fetchedEntriesMax: value.FETCHED_ENTRIES_MAX,
    mailedCodePauseMs: 1000 * value.MAILED_CODE_PAUSE_S,
    proxyUrl: value.OUTBOUND_PROXY,
    priceProviders: value.PRICE_PROVIDERS ?? PRICE_PROVIDERS,
    providerKeys: {
      ...(value.BLOCKSCOUT_API_KEY !== undefined && { blockscout: new Secret(value.BLOCKSCOUT_API_KEY) }),
      ...(value.ETHERSCAN_API_KEY !== undefined && { etherscan: new Secret(value.ETHERSCAN_API_KEY) }),
      ...(value.HELIUS_API_KEY !== undefined && { solana: new Secret(value.HELIUS_API_KEY) }),
      ...(value.KOIOS_API_KEY !== undefined && { koios: new Secret(value.KOIOS_API_KEY) }),
      ...(value.SUBSCAN_API_KEY !== undefined && {
        subscan: new Secret(value.SUBSCAN_API_KEY),
        'subscan-hub': new Secret(value.SUBSCAN_API_KEY),
      }),
      ...(value.TRONGRID_API_KEY !== undefined && { trongrid: new Secret(value.TRONGRID_API_KEY) }),
    },
  }
}

/** A way past a pooler says that there is one. */
function poolerOf(value: z.infer<typeof schema>): Config['pooler'] {
  const { DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: directUrl } = value
  const name = directUrl === undefined ? 'DATABASE_POOLER' : 'DATABASE_DIRECT_URL'
  if (directUrl === undefined && (pooler === undefined || pooler === 'none')) return undefined
  if (url === undefined)
    throw new Error(`The configuration is wrong:\n  ${name}: needs DATABASE_URL, which leads to the pooler`)
  if (pooler === 'none')
    throw new Error(
      'The configuration is wrong:\n  DATABASE_DIRECT_URL: is for DATABASE_POOLER=transaction; without a pooler DATABASE_URL is enough',
    )
  return { directUrl }
}

/** All three of its variables, or none: a packet goes to nobody by half of an address. */
function partnerOf(value: z.infer<typeof schema>): Config['filingPartner'] {
  const { FILING_PARTNER_NAME: name, FILING_PARTNER_URL: url, FILING_PARTNER_KEY: key } = value
  if (name === undefined && url === undefined && key === undefined) return undefined
  const isSafe = url !== undefined && (url.startsWith('https:') || isLoopbackOrigin(url))
  if (name === undefined || key === undefined || !isSafe)
    throw new Error(
      'The configuration is wrong:\n  FILING_PARTNER_URL: needs https, FILING_PARTNER_NAME and FILING_PARTNER_KEY',
    )
  return { name, url, key: new Secret(key) }
}

/** By the provider where its keys are there, else not at all; the test checkout has to be asked for. */
function paymentsOf(value: z.infer<typeof schema>): Pick<Config, 'payments' | 'stripe'> {
  const { PAYMENTS, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhook } = value
  const hasKeys = key !== undefined && webhook !== undefined
  if (PAYMENTS === 'stripe' && !hasKeys)
    throw new Error(
      'The configuration is wrong:\n  PAYMENTS: stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
    )
  return {
    payments: PAYMENTS ?? (hasKeys ? 'stripe' : 'none'),
    stripe: hasKeys ? { secretKey: new Secret(key), webhookSecret: new Secret(webhook) } : undefined,
  }
}

/** Whether a host name is of this machine; an IPv6 address of a URL stands in brackets. */
export function isLoopbackHost(name: string): boolean {
  return LOOPBACK.has(name.replace(/^\[(.*)\]$/, '$1'))
}
