export { IdMint } from '#base';
