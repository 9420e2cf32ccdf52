// How long reach and attack planning take to be answered: node scripts/answers.mjs [questions of each kind]
// Asked over a real socket, one after the other. Two figures: from question to answer, and the processor time of the server, which does not depend on
// what else the machine is doing.
import { readdirSync, readFileSync } from 'node:fs';
import { startBrowser } from '../tests/lib/browser.mjs';
import { untouched } from '../tests/lib/positions.mjs';
import { startServer } from '../tests/lib/server.mjs';

const most = Number(process.argv[2] ?? 40);

/** Milliseconds of processor time that the server has used. */
function worked(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`).map((t) => readFileSync(`/proc/${pid}/task/${t}/schedstat`, 'utf8').split(' ')[0]);
  return tasks.reduce((sum, ns) => sum + Number(ns), 0) / 1e6;
}

const [server, chrome] = await Promise.all([startServer(), startBrowser()]);

/** A socket of the page to a table, and a way to ask over it. */
async function sit(text, side) {
  const seats = { axis: 'me', soviet: 'me' };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ journal: text, seats });
  const { owner } = await (await fetch(`${server.url}/api/tables/import`, { method: 'POST', headers, body })).json();
  const person = await chrome.person();
  await person.page.goto(`${server.url}/about`);
  await person.page.evaluate((key) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    let id = 100;
    const waits = new Map();
    socket.onmessage = ({ data }) => {
      const msg = JSON.parse(data);
      waits.get(msg.id)?.([msg, performance.now()]);
    };
    const open = new Promise(
      (done) =>
        (socket.onopen = () => {
          socket.send(JSON.stringify({ type: 'enter', key }));
          done();
        }),
    );
    window.ask = async (message) => {
      await open;
      const mine = ++id;
      const answered = new Promise((done) => waits.set(mine, done));
      const since = performance.now();
      socket.send(JSON.stringify({ ...message, id: mine }));
      const [msg, then] = await answered;
      return { msg, ms: then - since };
    };
  }, owner);
  const ask = (message) => person.page.evaluate((m) => window.ask(m), message);
  await ask({ type: 'sit', side }).catch(() => undefined);
  return { ask, person };
}

function print(what, list) {
  const of = (field) => list.map((x) => x[field]).sort((a, b) => a - b);
  const told = (sorted) => `${sorted[Math.floor(sorted.length / 2)].toFixed(1)} ms in the middle, ${sorted.at(-1).toFixed(1)} at worst`;
  console.log(`${what}: ${list.length} questions; answered after ${told(of('ms'))}; work of the server ${told(of('work'))}`);
}

async function measure(game, phase, kind) {
  const { ask, person } = await sit(readFileSync(await untouched(game, phase), 'utf8'), phase.split('-')[0]);
  const { list } = (await ask({ type: 'legal' })).msg.offers;
  const questions =
    kind === 'reach'
      ? [...new Set(list.filter((o) => o.kind === 'select').map((o) => o.counter))].map((id) => ({ type: 'reach', counters: [id] }))
      : [...new Set(list.filter((o) => o.kind === 'attack').map((o) => o.space))].map((space) => ({ type: 'muster', space }));
  const found = [];
  for (const question of questions.slice(0, most)) {
    const before = worked(server.pid);
    const { ms } = await ask(question);
    found.push({ ms, work: worked(server.pid) - before });
    await new Promise((r) => setTimeout(r, 60));
  }
  if (found.length > 0) print(`${game}, ${phase}: ${kind}`, found);
  else console.log(`${game}, ${phase}: nothing to ask about`);
  await person.context.close();
}

try {
  await measure('drive/blue', 'axis-movement', 'reach');
  await measure('drive/blue', 'axis-assault', 'muster');
  await measure('roads/uranus', 'soviet-movement', 'reach');
  await measure('roads/uranus', 'soviet-combat', 'muster');
} finally {
  await chrome.close();
  await server.stop();
}
