/** A plan that loads `orders`, asks it by SQL for the sums of its regions, and says them. */
export const ASK_BY_SQL = `
  out answer
  load: CAPABILITY table.load {input: {document: orders}, output: {answer: "result.rows"}}
  ask: CAPABILITY table.sql {input: {sql: "SELECT region, sum(amount) AS total FROM orders GROUP BY region ORDER BY total DESC", tables: {orders: "{{ answer }}"}}, output: {answer: "result.rows"}}
  say: CAPABILITY table.answer {input: {question: "", rows: "{{ answer }}"}, output: {answer: "result.text"}}
  load -> ask
  ask -> say
`;

/** The document that it asks; of its sums the North's is the largest. */
export const SQL_DOCUMENTS = [
  { id: 'orders', kind: 'csv', text: 'region,amount\nNorth,0.1\nSouth,0.2\nNorth,0.7' },
];
