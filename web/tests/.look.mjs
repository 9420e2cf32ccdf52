import { startBrowser } from './lib/browser.mjs';
import { Mouse } from './lib/hands.mjs';
const b=await startBrowser(); const p=await b.person(); const u='http://127.0.0.1:8099';
const r=await (await fetch(u+'/api/tables',{method:'POST',body:JSON.stringify({seats:{axis:'recruit',soviet:'me'},seed:5})})).json();
await p.goto(u+'/#/t/'+r.owner); await p.until(v=>v.offers.list.length>0);
const m=new Mouse(p); let shots=0; const shot=async n=>p.page.screenshot({path:`/tmp/mock/s-${n}.png`});
const counts={}; let seen={};
for(let i=0;i<90;i++){ const v=p.view; if(!v.offers.list.length){ await p.until(v=>v.offers.list.length>0,'my move',60000).catch(e=>{console.log(String(e))}); if(!p.view.offers.list.length) break; }
 const L=p.offers, ph=p.view.turn.phase; counts[ph]=(counts[ph]??0)+1;
 if(!seen[ph]){seen[ph]=1; await p.page.waitForTimeout(150); await shot(ph);}
 let o=L.find(o=>o.action==='historical') ?? L.find(o=>o.preview) ;
 if(o?.preview && !seen.prev){seen.prev=1; await m.pick({space:o.space},o.space); await p.page.waitForTimeout(300); await shot('battle-before'); await p.page.keyboard.press('Escape')}
 const done=L.find(o=>o.kind==='done'); const others=L.filter(o=>o.kind!=='done');
 if(!o) o = (counts[ph]>6||!others.length) ? (done??others[0]) : others[Math.floor(others.length*0.37)];
 console.log(ph, JSON.stringify(o.action), L.length);
 try{ await m.take(o);}catch(e){console.log('FAIL',String(e).slice(0,300)); await shot('fail'); break}
 if(p.view.battle && !seen.bt){seen.bt=1; await p.page.waitForTimeout(300); await shot('battle-after');}
 if(p.view.turn.number>1) break;
}
for(const k of ['l','b','o','t','r','v']){await p.page.keyboard.press(k); await p.page.waitForTimeout(150); await shot('tab-'+k);}
console.log(p.faults, p.view?.turn);
await b.close();
