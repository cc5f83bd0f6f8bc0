import { expect, test } from 'vitest'
import { readFormWords } from './read-form-words.ts'

const read = (text: string) =>
  readFormWords({ name: 'words.csv', bytes: new TextEncoder().encode(text), mostBytes: 1_000_000 })

test('N15 lines are tied, parted, explained, and a loss is said not to be deductible', () => {
  expect(
    read(
      [
        'line,transactions,loss,explanation',
        'forms.csv:2,t1 t2,,"Settled late, in two parts."',
        'forms.csv:3,none,,',
        'forms.csv:4,,deductible,',
        ',t7,not_deductible,',
      ].join('\n'),
    ),
  ).toEqual({
    outcome: 'words',
    problems: [],
    words: [
      {
        row: 2,
        line: 'forms.csv:2',
        transactions: ['t1', 't2'],
        loss: 'as_on_form',
        note: 'Settled late, in two parts.',
      },
      { row: 3, line: 'forms.csv:3', transactions: [], loss: 'as_on_form', note: null },
      { row: 4, line: 'forms.csv:4', transactions: null, loss: 'deductible', note: null },
      { row: 5, line: null, transactions: ['t7'], loss: 'not_deductible', note: null },
    ],
  })
})

test('what is wrong is told by its line and column, and the rest counts', () => {
  const found = read(
    [
      'line,transactions,loss',
      'forms.csv:2,t1,lost',
      ',,not_deductible',
      ',t1,deductible',
      'forms.csv:3,none t1,',
      'forms.csv:4,t1,',
      'forms.csv:4,t2,',
    ].join('\n'),
  )
  expect(found).toMatchObject({
    words: [{ line: 'forms.csv:4', transactions: ['t1'] }],
    problems: [
      { line: 2, column: 'loss', value: 'lost' },
      { line: 3, column: 'line' },
      { line: 4, column: 'loss' },
      { line: 5, column: 'transactions', value: 'none t1' },
      { line: 7, column: 'line', message: 'A row above has words on the same line.' },
    ],
  })
})

test('a table without its columns is refused by name', () => {
  expect(read('line,sales\na,b\n')).toMatchObject({
    outcome: 'refused',
    message:
      'There is no column sales. A header with the columns line, transactions, loss, explanation is expected.',
  })
  expect(read('loss,explanation\na,b\n').outcome).toBe('refused')
})
