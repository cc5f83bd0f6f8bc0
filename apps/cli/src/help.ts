import { COMMANDS, type Command } from './commands.ts'

/** Words that forms of commands use, each explained where a form has it. */
const TERMS: readonly (readonly [word: RegExp, explanation: string])[] = [
  [
    /\b(?:BEFORE|AFTER|FILED)\b/,
    'A calculation (BEFORE, AFTER, FILED) is INPUT.json, or a folder that calculate --files wrote or a browser downloaded.',
  ],
  [/\bFOLDER\b/, 'FOLDER is one that calculate --files wrote, or its result.json.'],
  [
    /calculate --files/,
    '[--result] writes result.json, every row of every year; without it the rows are worked out again from input.json when asked for.',
  ],
  [
    /\bHISTORY\b|--files/,
    `HISTORY is INPUT.json, or --files FILE... with [--method METHOD] [--timezone ZONE] [--pool account|universal]
[--prices [ASSET=]FILE]... [--treatment NAME=CHOICE]... [--token KIND=ASSET,OF]... [--all-warnings] and the options of import.`,
  ],
  [
    /--return|calculate --files|\breport FOLDER|\bamend FILED|\b(?:methods|treatments|safe-harbor|plan) HISTORY/,
    '[--return FACTS.json] says what no history holds: filing status, carryover, other gains, taxable income, the lines of income, and what the forms of gifts, donations and losses ask for.',
  ],
  [
    /--form-1099-da|calculate --files|\breport FOLDER|\bamend FILED/,
    `[--form-1099-da FILE]... ties the lines of brokers’ forms (CSV of our template, or the JSON of FDX) to the sales: they decide boxes and columns of Form 8949.
[--form-1099-da-words FILE] is a CSV with the columns line, transactions, loss, explanation: line and transactions are named as in the table of
Forms 1099-DA (form-1099-da-reconciliation). Transactions tie a line to sales, "none" parts it from all; loss is deductible or not_deductible
(codes L and W); without a line not_deductible is of sales on no form.
Of amend: [--filed-form-1099-da FILE]... are those that the return was filed with, and the others came later.`,
  ],
  [
    /--for\b|calculate --files|\breport FOLDER/,
    '[--for PROGRAM]... writes files for tax programs with their steps: all, turbotax-csv, txf, taxact-csv, hr-block-summary, freetaxusa-summary, drake-csv, fdx-json, plain-8949-csv. Without it they are for TurboTax Online.',
  ],
  [
    /calculate --files|\breport FOLDER/,
    `[--forms DIR] (or LOTBOOK_FORMS) fills the forms of the IRS in a folder (f8949--2025.pdf, f1040sd--2025.pdf, f1040s1--2025.pdf); without
it Form 8949 is drawn.
[--name NAME] and a Social Security number are printed on them: the number from [--ssn-file FILE] or the variable LOTBOOK_SSN, never from
the command line. [--summary-above ROWS] reports more sales than that in summary, with a statement attached (Exception 2).`,
  ],
  [
    /calculate --files|\breport FOLDER/,
    '[--packet] adds a cover page, the lots held at the start and end of the year, and an audit workbook (XLSX) whose figures lead to file and line.',
  ],
]

const EXIT_CODES = 'Exit codes: 0 done, 1 something could not be read or done, 2 the command was misused.'

/** Every command with its forms, in short. */
export function helpOfAll(): string {
  const commands = [...COMMANDS].flatMap(([name, command]) => formsOf(name, command))
  const terms = TERMS.map(([, explanation]) => explanation)
  return [
    'Usage: lotbook COMMAND\n',
    ...commands,
    '',
    ...terms,
    'lotbook COMMAND --help tells one command with an example.',
    EXIT_CODES,
    '',
  ].join('\n')
}

/** One command: its forms, the words in them and an example. */
export function helpOf(name: string, command: Command): string {
  const forms = formsOf(name, command)
  const terms = TERMS.flatMap(([word, explanation]) =>
    forms.some((line) => word.test(line)) ? [explanation] : [],
  )
  return [
    'Usage:\n',
    ...forms,
    '',
    ...terms,
    ...(terms.length === 0 ? [] : ['']),
    `Example:\n\n  lotbook ${command.example}\n`,
    EXIT_CODES,
    '',
  ].join('\n')
}

const formsOf = (name: string, { forms }: Command) =>
  forms.flatMap(([call, words]) => [`  ${name} ${call}`, `      ${words}`])
