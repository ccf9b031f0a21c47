// LangGraph.js without a checkpointer, its cheapest setting: nothing of a run is kept.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { measure } from './measure.mjs';

const State = Annotation.Root({
  count: Annotation({ reducer: (one, other) => one + other, default: () => 0 }),
});
const step = async () => ({ count: 1 });

function runner(graph, n) {
  const app = graph.compile();
  return async () => {
    const { count } = await app.invoke({ count: 0 }, { recursionLimit: n + 10 });
    if (count !== n) throw new Error(`LangGraph counted ${count} steps of ${n}.`);
  };
}

await measure({
  chain(n) {
    const graph = new StateGraph(State);
    for (let index = 0; index < n; index++) graph.addNode(`s${index}`, step);
    for (let index = 0; index <= n; index++)
      graph.addEdge(index === 0 ? START : `s${index - 1}`, index === n ? END : `s${index}`);
    return runner(graph, n);
  },
  fanOut(n) {
    const graph = new StateGraph(State);
    for (let index = 0; index < n; index++) {
      graph.addNode(`s${index}`, step).addEdge(START, `s${index}`).addEdge(`s${index}`, END);
    }
    return runner(graph, n);
  },
  loop(n) {
    const graph = new StateGraph(State)
      .addNode('body', step)
      .addEdge(START, 'body')
      .addConditionalEdges('body', ({ count }) => (count < n ? 'body' : END));
    return runner(graph, n);
  },
});
