import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const CZECH =
  'ID;Datum;Účet;Typ;Částka;Částka měny;Cena;Cena měny;Poplatek;Poplatek měny;Celkem;Celkem měny;Popisek;Status;První zůstatek po;První zůstatek po měně;Druhý zůstatek po;Druhý zůstatek po měně'
const STATEMENT =
  'Transaction id;Date;Email;Name;Type;Type detail;Currency amount;Amount;Currency price;Price;Currency fee;Fee;Currency total;Total;Description;Status;First balance after currency;First balance after;Second balance after currency;Second balance after'

test.each([
  [
    CZECH,
    '9;16.08.2021 9:42;M;MARKET_BUY;2;LTC;1500;CZK;6;CZK;-3006;CZK;;OK;2;LTC;94;CZK',
    ['buy 3000 CZK -> 2 LTC fee 6 CZK'],
  ],
  [
    CZECH,
    '9;19.08.2021 8:00;M;;5.5;CZK; ; ; ; ;5.5;CZK;User: ann;OK;0;LTC;99;CZK',
    ['incoming/rebate -> 5.5 CZK'],
  ],
  [
    CZECH,
    '9;20.08.2021 8:00;M;BALANCE_MOVE_CREDIT;7;CZK; ; ; ; ;7;CZK;;OK;0;LTC;9;CZK',
    ['incoming/received -> 7 CZK (fiat)'],
  ],
  [
    STATEMENT,
    '1;2020-02-10 17:03:48;a;N;Trade;BUY;BTC;0.02;EUR;9000;EUR;0.45;EUR;-180.45;;OK;BTC;2;EUR;8',
    ['buy 180 EUR -> 0.02 BTC fee 0.45 EUR'],
  ],
  [
    STATEMENT,
    '2;2020-03-05 10:15:00;a;N;Quick trade;QUICK_SELL;BTC;-0.01;EUR;8500;EUR;0.4;EUR;84.6;;OK;BTC;2;EUR;8',
    ['sell 0.01 BTC -> 85.0 EUR fee 0.4 EUR'],
  ],
  [STATEMENT, '3;2020-03-06 11:00:00;a;N;Trade;CANCEL;BTC;0.01;EUR;8600;EUR;0;EUR;-86;;OK;BTC;2;EUR;8', []],
  [
    STATEMENT,
    '4;2020-03-07 12:00:00;a;N;Gift; ;CZK;25.5; ; ; ; ;CZK;25.5;;OK;CZK;25.5;EUR;8',
    ['incoming/received -> 25.5 CZK (fiat unmapped_type:Gift)'],
  ],
])('%s: %s', (header, row, expected) => {
  const read = readKnown(`${header}\n${row}\n`)
  expect(lines(read)).toEqual(expected)
  expect(read.errors).toEqual([])
})
