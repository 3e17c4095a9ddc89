'use strict';

// Stands between a client and the server: node proxy.js FOLDER SERVER [ARGUMENT]...
// Where FOLDER/lose is there, the server is killed as soon as it has sent a line with the text in that file, and the
// line is not passed on: what it tells was done, and nobody heard of it.

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

const [folder, file, ...args] = process.argv.slice(2);
const server = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const lose = path.join(folder, 'lose');
let rest = '';

process.stdin.on('data', (data) => server.stdin.write(data));
process.stdin.on('end', () => server.stdin.end());
server.stdin.on('error', () => {});
server.on('exit', (code) => process.exit(code || 0));
server.stdout.setEncoding('utf8');
server.stdout.on('data', (data) => {
  const lines = (rest + data).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    if (fs.existsSync(lose) && line.includes(fs.readFileSync(lose, 'utf8'))) {
      fs.unlinkSync(lose);
      server.kill('SIGKILL');
      process.exit(1);
    }
    process.stdout.write(`${line}\n`);
  }
});
