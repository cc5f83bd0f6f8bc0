declare module 'virtual:contract-routes' {
  const routes: unknown
  export default routes
}

declare module 'virtual:contract-routes/later' {
  const routes: unknown
  export default routes
}
