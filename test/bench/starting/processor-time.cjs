// Told to load this first, a Node writes the processor time that it took, in microseconds, into its fourth file.
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String(user + system));
});
