import type { ExitCode, Io } from './io.ts'

const USAGE = `Usage: lotbook COMMAND

  import FILE... [--source SLUG] [--json] [--address ADDRESS] [--chain SLUG] [--time-zone ZONE] [--date-order ORDER]
      Print the transactions in export files, with notes and errors.
  calculate INPUT.json [--json]
      Calculate from an input of the documented schema.
  calculate --files FILE... --method fifo|lifo|hifo|lofo|spec --year YEAR --out DIR
      Calculate from export files and write every report of the year.
  methods HISTORY --year YEAR [--filing-status STATUS [--other-income USD]] [--price ASSET=USD]... [--json]
      The year as recorded and under each method side by side, with what is left for the next.
  safe-harbor HISTORY [--filing-status STATUS [--other-income USD]] [--price ASSET=USD]... [--json]
      Every allocation of unused basis at the end of 2024 that a rule allows, side by side with what counts now.
  safe-harbor HISTORY --choose N --out DIR [--kind specific|global] [--taxpayer NAME] [--books-day DAY]
      Draw up the record of one of them, and an input whose settings follow it.
  treatments HISTORY [--year YEAR] [--filing-status STATUS [--other-income USD]] [--json]
      What the law leaves open in the history, and what every other choice would change in money.
  decisions HISTORY [--transaction TX | --most N] [--json]
      What the history leaves open, with what each answer would change.
  decisions HISTORY --answer TX=OPTION[,FIELD=VALUE]... [--out DIR] [--json]
      What these answers would change, each and together, and an input that follows them.
  compare BEFORE AFTER [--year YEAR] [--json]
      The rows in which two calculations differ, each with its cause.
  amend FILED AFTER --year YEAR --filed-on DAY --out DIR [--confirmation TEXT] [--taxpayer NAME]
      Write what an amended return of a year would say: before, after, and why, line by line.
  record INPUT.json --sale TRANSACTION [--json | --out DIR [--taxpayer NAME]]
      The lots that a sale may draw on, or the printed record of those that are named for it.
  record INPUT.json --orders --out DIR [--taxpayer NAME]
      The printed record of the standing orders.
  report RESULT.json --year YEAR --out DIR
      Write the reports again from a stored result.
  verify MANIFEST.json --input INPUT.json [--key FINGERPRINT | --require-signature]
      Recompute a calculation and say whether its hashes and its signature hold.
  record-connection SLUG --out FILE [--address ADDRESS | --key FILE]
      Record a connection of your own with keys, addresses, ids and amounts replaced, for a support request.
  check-recording FILE...
      Replay recordings, and print what each is read as.
  address STRING... [--json]
      Print the formats and chains that each address fits, or why none.
  sources [--json]
      List the catalogue of exchanges, wallets, chains and services.

A calculation (BEFORE, AFTER, FILED) is INPUT.json, or a folder with input.json, result.json and manifest.json.
HISTORY is INPUT.json, or --files FILE... with [--method METHOD] [--timezone ZONE] [--pool account|universal]
[--prices [ASSET=]FILE]... [--treatment NAME=CHOICE]... [--token KIND=ASSET,OF]... [--all-warnings] and the options of import.
`

/** Run one command. Commands are loaded when they are asked for. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<ExitCode> {
  const [command, ...rest] = args
  if (rest.includes('--help')) {
    io.out(USAGE)
    return 0
  }
  switch (command) {
    case 'import':
      return (await import('./import.ts')).runImport(rest, io)
    case 'verify':
      return (await import('./verify.ts')).runVerify(rest, io)
    case 'calculate':
      if (rest.includes('--files')) {
        return (await import('./calculate-files.ts')).runCalculateFiles(rest, io, new Date())
      }
      return (await import('./calculate.ts')).runCalculate(rest, io)
    case 'methods':
      return (await import('./methods.ts')).runMethods(rest, io)
    case 'safe-harbor':
      return (await import('./safe-harbor.ts')).runSafeHarbor(rest, io, new Date())
    case 'treatments':
      return (await import('./treatments.ts')).runTreatments(rest, io)
    case 'decisions':
      return (await import('./decisions.ts')).runDecisions(rest, io)
    case 'compare':
      return (await import('./compare.ts')).runCompare(rest, io)
    case 'amend':
      return (await import('./amend.ts')).runAmend(rest, io, new Date())
    case 'record':
      return (await import('./record.ts')).runRecord(rest, io, new Date())
    case 'report':
      return (await import('./report.ts')).runReport(rest, io)
    case 'address':
      return (await import('./address.ts')).runAddress(rest, io)
    case 'record-connection':
      return (await import('./record-connection.ts')).runRecordConnection(rest, io)
    case 'check-recording':
      return (await import('./check-recording.ts')).runCheckRecording(rest, io)
    case 'sources':
      return (await import('./sources.ts')).runSources(rest, io)
    case 'help':
    case '--help':
    case '-h':
      io.out(USAGE)
      return 0
    default:
      io.err(command === undefined ? USAGE : `Unknown command: ${command}\n\n${USAGE}`)
      return 2
  }
}
