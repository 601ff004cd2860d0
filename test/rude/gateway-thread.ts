import { parentPort, workerData } from 'node:worker_threads';
import { startRudeGateway } from './gateway.ts';

/** A gateway in a thread of its own, so that whatever else this process does does not blur its clock. */
const { publicKeyPem, settleMs } = workerData as { publicKeyPem: string; settleMs: number };
const gateway = await startRudeGateway({ publicKeyPem, settleMs });
const tell = (): void => {
  const { url } = gateway;
  const told = {
    url,
    book: gateway.book(),
    arrivals: gateway.arrivals(),
    eleventhRequests: gateway.eleventhRequests(),
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
  parentPort?.postMessage(told);
};
parentPort?.on('message', tell);
tell();
