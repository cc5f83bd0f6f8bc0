import type { ExitCode, Io } from './io.ts'

/** A command as `help` tells it and as it is run; its module is loaded when it is asked for. */
export interface Command {
  /** Ways to call it, each with what that does. */
  readonly forms: readonly (readonly [call: string, words: string])[]
  /** A call that a person can type. */
  readonly example: string
  readonly run: (args: readonly string[], io: Io) => Promise<ExitCode>
}

/** Every command by its name, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    import: {
      forms: [
        [
          'FILE... [--source SLUG] [--json] [--address ADDRESS] [--chain SLUG] [--time-zone ZONE] [--date-order ORDER] [--format ID|FILE]',
          'Print the transactions in export files, with notes and errors.',
        ],
      ],
      example: 'import coinbase.csv kraken.csv --time-zone America/New_York',
      run: async (args, io) => (await import('./import.ts')).runImport(args, io),
    },
    calculate: {
      forms: [
        ['INPUT.json [--json]', 'Calculate from an input of the documented schema.'],
        [
          '--files FILE... --method fifo|lifo|hifo|lofo|spec --year YEAR --out DIR [--result]',
          'Calculate from export files and write every report of the year.',
        ],
      ],
      example: 'calculate --files coinbase.csv kraken.csv --method fifo --year 2025 --out reports',
      run: async (args, io) =>
        args.includes('--files')
          ? (await import('./calculate-files.ts')).runCalculateFiles(args, io, io.now())
          : (await import('./calculate.ts')).runCalculate(args, io),
    },
    methods: {
      forms: [
        [
          'HISTORY --year YEAR [--filing-status STATUS [--other-income USD]] [--price ASSET=USD]... [--return FACTS.json] [--json]',
          'The year as recorded and under each method side by side, with what is left for the next.',
        ],
      ],
      example: 'methods reports/input.json --year 2025 --filing-status single --other-income 90000',
      run: async (args, io) => (await import('./methods.ts')).runMethods(args, io),
    },
    plan: {
      forms: [
        [
          'HISTORY [--on DAY] [--filing-status STATUS [--other-income USD]] [--price ASSET=USD]... [--return FACTS.json] [--json]',
          'The tax of the year so far, what to pay by which day, and lots whose sale at a loss would save tax.',
        ],
        [
          'HISTORY --sell ASSET=QUANTITY --account NAME [--on DAY] [--price ASSET=USD]...',
          'Also a sale that nobody has made: its lots, gain and tax.',
        ],
      ],
      example: 'plan reports/input.json --filing-status single --other-income 90000 --price BTC=65000',
      run: async (args, io) => (await import('./plan.ts')).runPlan(args, io),
    },
    'safe-harbor': {
      forms: [
        [
          'HISTORY [--filing-status STATUS [--other-income USD]] [--price ASSET=USD]... [--return FACTS.json] [--json]',
          'Every allocation of unused basis at the end of 2024 that a rule allows, side by side with what counts now.',
        ],
        [
          'HISTORY --choose N --out DIR [--kind specific|global] [--leave-out ASSET]... [--taxpayer NAME] [--books-day DAY] [--confirm irrevocable]',
          'Draw up the record of one of them, and an input whose settings follow it.',
        ],
      ],
      example: 'safe-harbor reports/input.json --choose 2 --out allocation',
      run: async (args, io) => (await import('./safe-harbor.ts')).runSafeHarbor(args, io, io.now()),
    },
    treatments: {
      forms: [
        [
          'HISTORY [--year YEAR] [--filing-status STATUS [--other-income USD]] [--return FACTS.json] [--json]',
          'What the law leaves open in the history, and what every other choice would change in money.',
        ],
      ],
      example: 'treatments --files coinbase.csv celsius.csv --year 2025',
      run: async (args, io) => (await import('./treatments.ts')).runTreatments(args, io),
    },
    decisions: {
      forms: [
        [
          'HISTORY [--transaction TX | --most N] [--json]',
          'What the history leaves open, with what each answer would change.',
        ],
        [
          'HISTORY --answer TX=OPTION[,FIELD=VALUE]... [--out DIR] [--json]',
          'What these answers would change, each and together, and an input that follows them.',
        ],
        [
          'HISTORY --close-claim ACCOUNT=DAY... [--out DIR] [--json]',
          'What it changes when a bankruptcy is over: what was not paid of the claim leaves as lost.',
        ],
      ],
      example: 'decisions reports/input.json --most 10',
      run: async (args, io) => (await import('./decisions.ts')).runDecisions(args, io),
    },
    compare: {
      forms: [
        [
          'BEFORE AFTER [--year YEAR] [--json]',
          'The rows in which two calculations differ, each with its cause.',
        ],
      ],
      example: 'compare reports-april reports-june --year 2025',
      run: async (args, io) => (await import('./compare.ts')).runCompare(args, io),
    },
    amend: {
      forms: [
        [
          'FILED AFTER --year YEAR --filed-on DAY --out DIR [--confirmation TEXT] [--taxpayer NAME] [--return FACTS.json] [--form-1099-da FILE]... [--filed-form-1099-da FILE]... [--form-1099-da-words FILE]',
          'Write what an amended return of a year would say: lines of Form 1040-X, before, after, and why, and the corrected forms.',
        ],
      ],
      example: 'amend filed reports --year 2024 --filed-on 2025-04-10 --out amended',
      run: async (args, io) => (await import('./amend.ts')).runAmend(args, io, io.now()),
    },
    record: {
      forms: [
        [
          'INPUT.json --sale TRANSACTION [--json | --out DIR [--taxpayer NAME]]',
          'The lots that a sale may draw on, or the printed record of those that are named for it.',
        ],
        ['INPUT.json --orders --out DIR [--taxpayer NAME]', 'The printed record of the standing orders.'],
      ],
      example: 'record reports/input.json --orders --out records',
      run: async (args, io) => (await import('./record.ts')).runRecord(args, io, io.now()),
    },
    report: {
      forms: [['FOLDER --year YEAR --out DIR', 'Write the reports of any year from a calculation.']],
      example: 'report reports --year 2024 --out reports-2024',
      run: async (args, io) => (await import('./report.ts')).runReport(args, io),
    },
    verify: {
      forms: [
        [
          'MANIFEST.json --input INPUT.json [--result RESULT.json] [--key FINGERPRINT | --require-signature]',
          'Recompute a calculation and say whether its hashes and its signature hold.',
        ],
      ],
      example: 'verify reports/manifest.json --input reports/input.json',
      run: async (args, io) => (await import('./verify.ts')).runVerify(args, io),
    },
    mcp: {
      forms: [
        ['HISTORY', 'Let an assistant on this machine look into files (Model Context Protocol, read-only).'],
        ['--url URL', 'The same of an installation, with the access token in LOTBOOK_TOKEN.'],
      ],
      example: 'mcp --files coinbase.csv kraken.csv --method fifo',
      run: async (args, io) => (await import('./mcp.ts')).runMcp(args, io),
    },
    'record-connection': {
      forms: [
        [
          'SLUG --out FILE [--address ADDRESS | --key FILE]',
          'Record a connection of your own with keys, addresses, ids and amounts replaced, for a support request.',
        ],
      ],
      example: 'record-connection kraken --key key.json --out kraken.jsonl',
      run: async (args, io) => (await import('./record-connection.ts')).runRecordConnection(args, io),
    },
    'check-recording': {
      forms: [['FILE...', 'Replay recordings, and print what each is read as.']],
      example: 'check-recording kraken.jsonl',
      run: async (args, io) => (await import('./check-recording.ts')).runCheckRecording(args, io),
    },
    address: {
      forms: [['STRING... [--json]', 'Print the formats and chains that each address fits, or why none.']],
      example: 'address bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      run: async (args, io) => (await import('./address.ts')).runAddress(args, io),
    },
    sources: {
      forms: [['[--json]', 'List the catalogue of exchanges, wallets, chains and services.']],
      example: 'sources',
      run: async (args, io) => (await import('./sources.ts')).runSources(args, io),
    },
  } satisfies Record<string, Command>),
)
