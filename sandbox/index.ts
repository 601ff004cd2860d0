export { steadyClock } from './clock.ts';
export type { SandboxClock } from './clock.ts';
export { decideFault } from './faults.ts';
export type { Fault } from './faults.ts';
export { createSandboxGateway } from './gateway.ts';
export { readPublicKey } from './merchants.ts';
export { startSandbox } from './server.ts';
export type { SandboxServer, SandboxServerOptions } from './server.ts';
export type * from './types.ts';
