import { expect, test } from 'vitest';
import { readReply, planStream } from '#planner';
import { plannerState } from './planner/plannerState';
import { countedWork as blocksEntered } from './tools/countedWork';
const units: [string,string,string,string][] = [['plan','{"steps":[','{"toolId":"echo","input":{"text":"x"}},',']}'],['lines','','{"toolId":"echo","input":{"text":"x"}}\n',''],['brackets','','[',''],['braces','','{"a":',''],['ticks','',"{'a': 'b",''],['quotes','','"',''],['think','','<think>',''],['close','','</think>',''],['fences','','```json\n{"a":1}\n',''],['prose','','see [1] and {x} ',''],['calls','','<tool_call>{"name":"echo","arguments":{"text":"x"}}</tool_call>\n',''],['comments','[ ','/* ',''],['comments2','[','// a\n',''],['marks','','<|a|>',''],['semis','',';',''],['unquoted','','{a: b c d, ',''],['keys','{','"k":1,',''],['ticks2','{',"'a':'b' x ",''],['spaces',"{'a':","' ",''],['map','{"nodes":{','"a":{"toolId":"echo"},','},"edges":{}}'],['deps','{"steps":[','{"toolId":"echo","input":{"text":"x"},"dependsOn":["q"]},',']}'],['ids','{"steps":[','{"id":1,"toolId":"echo","input":{"text":"x"}},',']}'],['refs','{"steps":[{"id":"a","toolId":"echo","input":{"text":"','{{ steps[\\"b\\"].x }}','"}}]}'],['dollar','{"steps":[','"$1",',']}'],['groups','{"groups":[','{"definitions":[{"name":"echo"}]},',']}'],['edges','{"nodes":[{"id":"a","toolId":"echo","input":{"text":"x"}}],"edges":[','["a","b"],',']}'],['states','{"initial_state":"a","states":{','"a":{"default_next":"b"},','}}'],['mended','[',"{'a': True,},",']'],['calls2','{"tool_calls":[','{"name":"echo","arguments":{"text":"x"}},',']}'], ['goals','[','{"goal":"x","primary_tools":["echo"]},',']']];
test.each(units)('%s', (_t, a, u, z) => {
  const big = plannerState({limits:{maxSteps:10000,maxDepth:3}});
  for (const [name, state] of [['small', plannerState()],['big', big]] as const)
  for (const kind of ['read','stream'] as const) {
  const of = (n: number) => { const text = (a + u.repeat(Math.ceil(n/u.length))).replace(/,$/,'') + z; 
    const t0=performance.now(); let n1=blocksEntered(() => { if (kind==='read') readReply(text, state,'whole'); else { const s=planStream(state); for (let i=0;i<text.length;i+=7) s.push(text.slice(i,i+7)); } }); return [n1, performance.now()-t0] as const; };
  of(1000); const x=of(5000), y=of(10000), w=of(20000);
  console.log(_t, name, kind, x[0], (y[0]/x[0]).toFixed(2), (w[0]/y[0]).toFixed(2), w[1].toFixed(0)+'ms', (w[1]/y[1]).toFixed(1));
  }
});
