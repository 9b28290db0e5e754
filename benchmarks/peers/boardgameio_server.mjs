// boardgame.io's own server with its in-memory store, on a free port of this machine. Prints the port.

import { createRequire } from 'node:module';
import { Zock } from './zock.mjs';

const { Server } = createRequire(import.meta.url)('boardgame.io/server');

const server = Server({ games: [Zock], origins: [true] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, ready) => listen(port, '127.0.0.1', ready);
const { appServer } = await server.run({ port: 0 });
console.log(`port ${appServer.address().port}`);
