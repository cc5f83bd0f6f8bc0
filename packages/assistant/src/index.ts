export { apiBook, type Ask, type AskRequest } from './api-book.ts'
export { ASSISTANT_PAGE, assistantServer } from './assistant-server.ts'
export { type Book, BookRefusal, type Page, type RowsWanted, type SaleWanted } from './book.ts'
