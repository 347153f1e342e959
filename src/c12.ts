for (const m of process.argv.slice(2)) {
const t0=process.cpuUsage(); const w0=performance.now();
await import(m);
const u=process.cpuUsage(t0); console.log(m.padEnd(40), 'user', (u.user/1000).toFixed(0), 'wall',(performance.now()-w0).toFixed(0));
}
