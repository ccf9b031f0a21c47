/** The build for a thread of its own in a browser, which the package does not list by name. */
declare module '@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs' {
  export * from '@duckdb/duckdb-wasm/blocking';
  export { BROWSER_RUNTIME } from '@duckdb/duckdb-wasm/dist/types/src/bindings/runtime_browser';
}
