import { ledger } from './ledger';
import { plan } from './plan';

/** A plan that plans: a table is loaded, a planner asked, its plan approved and carried out. */
export const planningPlan = plan(`
  in question
  var rows
  out answer
  look: CAPABILITY table.load {name: "Load sales"}
  plan: PLANNER htn {name: "Plan it"}
  execute: PLAN_EXECUTOR dynamicPlan {name: "Carry it out"}
  look -> plan
  plan -> execute
`);

/** A run of it in seven commits: a retry, an approval that takes two and a half hours, an answer. */
export const planningRun = ledger(
  planningPlan,
  `
  1000 begin {"question": "hi"}
    start /look#1
    call /look#1 table.load
  1010 error /look#1 BUSY
    again /look#1 BUSY
    retry /look#1!retry 100
  1110 timer /look#1!retry
    start /look#2
    call /look#2 table.load
  1150 paid /look#2 {"inputTokens": 5, "outputTokens": 1, "microUnits": 30, "currency": "EUR"}
    ok /look#2 [{"a": 1}]
    set /look#2 rows [{"a": 1}]
    start /plan#1
    plan /plan!1 1
  1160 reply /plan!1 accepted a: CAPABILITY echo {name: "Say it"}
    ok /plan#1
    start /execute
    waits /execute!approve Run it?
    approval /execute!approve Run it?
  9001160 answer /execute!approve {"decision": "approve"}
    open /execute@1 a: CAPABILITY echo {name: "Say it"}
    start /execute@1/a#1
    call /execute@1/a#1 echo
  9001200 paid /execute@1/a#1 {"inputTokens": 2}
    ok /execute@1/a#1 "hi"
    set /execute@1/a#1 answer "hi"
    ok /execute "hi"
    completed {"answer": "hi"}
`,
);
