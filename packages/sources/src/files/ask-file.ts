import type { AskOutcome, FileQuestion, FileReading, ReadOptions, SourceFile } from './reader/file-reading.ts'
import { readFile } from './read-file.ts'

/** A person's answers to the questions of a file, each in words that `optionsOf` turns into an option. */
export type FileAnswers = Readonly<Partial<Record<FileQuestion, string>>>

/** Answers as the reader takes them; one that it could not take is left out, so that the file asks again. */
export function optionsOf(answers: FileAnswers): ReadOptions {
  const { format, time_zone, date_order, own_address, chain } = answers
  return {
    ...(format === undefined ? {} : { formatId: format }),
    ...(time_zone === undefined ? {} : { timeZone: time_zone }),
    ...(date_order === 'day-first' || date_order === 'month-first' ? { dateOrder: date_order } : {}),
    ...(own_address === undefined ? {} : { ownAddress: own_address }),
    ...(chain === undefined ? {} : { chain }),
  }
}

/** A question with the answer it was gone on with; null where nothing was known to go on with. */
export interface AnsweredQuestion extends AskOutcome {
  readonly answer: string | null
}

export interface AskedFile {
  /** Questions of the file, in the order in which it asks them. */
  readonly questions: readonly AnsweredQuestion[]
  /** Reading of the file under these answers, or the first question that has none. */
  readonly reading: FileReading
}

/**
 * All that a file asks, and how it reads once that is answered: with what the person said, else with what is proposed to
 * them. Nothing proposed is an answer before the person has seen it; the caller keeps what they confirm.
 */
export function askFile(
  file: SourceFile,
  options: ReadOptions,
  said: FileAnswers,
  proposed: (question: AskOutcome) => string | null,
): AskedFile {
  const questions: AnsweredQuestion[] = []
  let answers: FileAnswers = {}
  for (;;) {
    const reading = readFile(file, { ...options, ...optionsOf(answers), isAttended: true })
    if (reading.outcome !== 'ask') return { questions, reading }
    // An answer that does not settle its question is none.
    const isAgain = reading.question in answers
    const answer = isAgain ? null : (said[reading.question] ?? proposed(reading))
    const asked = { ...reading, answer }
    if (isAgain) questions[questions.length - 1] = asked
    else questions.push(asked)
    if (answer === null) return { questions, reading }
    answers = { ...answers, [reading.question]: answer }
  }
}
