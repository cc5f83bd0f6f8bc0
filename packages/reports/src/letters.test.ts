import { expect, test } from 'vitest'
import { openFont } from './font-files.ts'
import { runsOf } from './letters.ts'

const onPaper = (text: string) => runsOf(text).map((run) => run.text)

// Words of a script that is read from the right stay in their own order: the shaper turns them.
test.each([
  ['a double name has its parts from the right', 'כהן-לוי', ['לוי', '-', 'כהן']],
  ['words and brackets stand from the right', 'כהן (דן), בע״מ', ['בע״מ', ' ', ',(', 'דן', ')', ' ', 'כהן']],
  ['a quantity stays before its asset', '1.5 محمد عبد', ['1.5 ', 'عبد', ' ', 'محمد']],
  ['a number within is read from the left', 'رقم 12 ب', ['ب', ' ', '12', ' ', 'رقم']],
  ['digits of Arabic are read from the left', 'سنة ٢٠٢٤', ['٢', '٠', '٢', '٤', ' ', 'سنة']],
  ['English stays English', 'Ana محمد Roe', ['Ana ', 'محمد', ' ', 'Roe']],
  ['what keeps letters from joining parts them', 'می\u200cخواهم', ['خواهم', 'می']],
  ['a mark of direction turns nothing', 'abc \u202Edef', ['abc def']],
  ['conjuncts keep the mark that joins them', 'ශ්\u200dරී', ['ශ්\u200dරී']],
])('%s', (_, text, pieces) => {
  expect(onPaper(text)).toEqual(pieces)
})

test('a word whose marks cannot be placed is shaped all the same, and no letter is left out', () => {
  for (const text of ['శ్రీ', 'ਸਿੰਘ']) {
    const [run] = runsOf(text)
    expect(run).toMatchObject({ text, features: { mark: false } })
  }
})

const SAMPLES = [
  'محمد عبد الله',
  'مُحَمَّد',
  'יוסף',
  'श्रीकृष्ण शर्मा',
  'กรุงเทพฯ น้ำ',
  'বাংলা কৃষ্ণ',
  'தமிழ் கொ',
  'తెలుగు',
  'ગુજરાતી',
  'ਪੰਜਾਬੀ',
  'ಕನ್ನಡ',
  'മലയാളം',
  'සිංහල',
  'ភាសាខ្មែរ',
  'ລາວ ນ້ຳ',
  'မြန်မာ',
  '王小明',
  '김민준',
  'さくら',
  '😀👨‍👩‍👧',
  'Żółć',
  'Ю́лія',
  'አማርኛ',
  'ქართული',
  'ܣܘܪܝܝܐ',
  'ދިވެހި',
]

test('every run is shaped, with a picture for each of its letters', () => {
  const letters = SAMPLES.flatMap((text) => Array.from(text))
  // Letters of all scripts beside each other, as no word has them.
  const mixed = letters.map((_, n) =>
    Array.from({ length: 6 }, (_, k) => letters[(n * 7 + k * k * 31) % letters.length]).join(''),
  )
  for (const text of [...SAMPLES, ...mixed])
    for (const { text: piece, font, features } of runsOf(text)) {
      if (font === null) continue
      const { glyphs } = openFont(font).font.layout(piece, features)
      expect(
        glyphs.every(({ id }) => id !== 0),
        `${text}: ${piece}`,
      ).toBe(true)
    }
})
